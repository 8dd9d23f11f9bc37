const CUT_OFF = 'The connection was closed before the answer was complete.'
const UNREACHABLE = 'The host could not be reached.'
const NOT_HTTP = 'The answer was not valid HTTP.'
const NOT_SECURE = 'No secure connection could be made.'
const CERTIFICATE = 'The certificate of the host was not accepted'

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: CUT_OFF,
  ECONNABORTED: CUT_OFF,
  EPIPE: CUT_OFF,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  HPE_HEADER_OVERFLOW: 'The headers of the answer were too long.',
  EPROTO: NOT_SECURE,
}

/**
 * What went wrong, for the owner of a webhook. Built from the code alone: the messages of Node name addresses and parts
 * of this program, which are nobody's business outside.
 */
export function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const sentence = SENTENCES[code]
  if (sentence) return sentence
  if (code.startsWith('HPE_')) return NOT_HTTP
  if (code.startsWith('ERR_SSL_')) return NOT_SECURE
  // OpenSSL has some thirty reasons to refuse a certificate, and each helps whoever has to mend it.
  if (/CERT|ISSUER|SIGNATURE|HOSTNAME|PURPOSE|_CA$/.test(code)) return `${CERTIFICATE} (${code}).`
  return 'The request could not be completed.'
}
