/** Lets the browser save what the service sends, as it comes: nothing of it is held by the page. */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
