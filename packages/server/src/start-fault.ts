/** What keeps the service from starting and can be mended by whoever runs it: its message says how, and no stack is shown. */
export class StartFault extends Error {
  override name = 'StartFault'
}
