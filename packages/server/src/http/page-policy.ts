/** A page of ours loads nothing it does not name, and no other page may put it into a frame. */
export const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** On every answer: what is no page today is still shown as one by whoever opens its address. */
export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': PAGE_POLICY,
  'referrer-policy': 'no-referrer',
}
