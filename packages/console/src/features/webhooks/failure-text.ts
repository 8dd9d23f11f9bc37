import { inOwnWords, type Sentence } from '../../text/in-own-words.ts'
import type { Translate } from '../../text/text.ts'

const FAILURES: Sentence[] = [
  [/^The receiver answered (\d+)\.$/, (t, [, status = '']) => t('webhooks.error.answered', { status })],
  [/^The connection was refused\.$/, (t) => t('webhooks.error.refused')],
  [/^The connection was closed before /, (t) => t('webhooks.error.cutOff')],
  [/^The host could not be reached\.$/, (t) => t('webhooks.error.unreachable')],
  [/^The host name could not be resolved\.$/, (t) => t('webhooks.error.unresolved')],
  [/^(?:The URL |The host has an address )/, (t) => t('webhooks.error.address')],
  [
    /^No complete answer within ([\d.]+) seconds\.$/,
    (t, [, seconds]) => t('webhooks.error.late', { seconds: Number(seconds) }),
  ],
  [/^(?:The answer was not valid HTTP|The headers of the answer )/, (t) => t('webhooks.error.notHttp')],
  [/^No secure connection could be made\.$/, (t) => t('webhooks.error.notSecure')],
  [
    /^The certificate of the host was not accepted \((.+)\)\.$/,
    (t, [, code = '']) => t('webhooks.error.certificate', { code }),
  ],
  [/^The (?:request could not be completed|delivery could not be prepared)\.$/, (t) => t('webhooks.error.incomplete')],
]

/** Why a delivery failed, in the words of the console; what the service says otherwise is shown as it is. */
export const failureText = (message: string, t: Translate): string => inOwnWords(FAILURES, message, t)
