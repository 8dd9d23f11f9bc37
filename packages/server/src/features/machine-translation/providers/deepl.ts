import type { MachineTranslationConfig } from '../../../config.ts'
import type { Tracing } from '../../../tracing/tracing.ts'
import { postJson, textsOf } from './call.ts'
import type { Translator } from './provider.ts'

/** DeepL says that the quota of the account is used up. */
const QUOTA_EXCEEDED = 456

/** https://developers.deepl.com/docs/api-reference/translate: up to 50 texts and 128 KiB in one request. */
export function deepl({ url, apiKey }: MachineTranslationConfig, tracing: Tracing): Translator {
  // Keys of the free plan end with ":fx" and have a host of their own.
  const base = url ?? (apiKey?.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com')
  return {
    kind: 'translator',
    textsPerRequest: 50,
    charactersPerRequest: 30_000,
    async translate(texts, languages, signal) {
      const answer = (await postJson({
        tracing,
        url: `${base}/v2/translate`,
        headers: { authorization: `DeepL-Auth-Key ${apiKey}` },
        body: {
          text: texts.map(({ text }) => text),
          source_lang: languageOf(languages.source),
          target_lang: targetLanguage(languages.target),
          tag_handling: 'xml',
          ...(texts.length === 1 && texts[0]?.context ? { context: texts[0].context } : {}),
        },
        signal,
        isOutOfCredits: (status) => status === QUOTA_EXCEEDED,
      })) as { translations?: { text?: unknown }[] }
      return textsOf(
        answer?.translations?.map?.((translation) => translation?.text),
        texts.length,
      )
    },
  }
}

/** DeepL wants to know which English, Portuguese, Spanish and Chinese it shall write. */
function targetLanguage(code: string): string {
  const { language, script, region } = new Intl.Locale(code).maximize()
  if (language === 'en') return region === 'US' ? 'EN-US' : 'EN-GB'
  if (language === 'pt') return region === 'BR' && code !== 'pt' ? 'PT-BR' : 'PT-PT'
  if (language === 'es') return region === 'ES' ? 'ES' : 'ES-419'
  if (language === 'zh') return script === 'Hant' ? 'ZH-HANT' : 'ZH-HANS'
  return languageOf(code)
}

/** It knows Norwegian as Bokmål only. */
function languageOf(code: string): string {
  const { language } = new Intl.Locale(code)
  return language === 'no' ? 'NB' : language.toUpperCase()
}
