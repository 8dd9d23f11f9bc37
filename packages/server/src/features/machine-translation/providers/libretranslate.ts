import type { MachineTranslationConfig } from '../../../config.ts'
import type { Tracing } from '../../../tracing/tracing.ts'
import { postJson, textsOf } from './call.ts'
import type { Translator } from './provider.ts'

/** https://docs.libretranslate.com: the character limit is the server's own; 2,000 is what small ones allow. */
export function libretranslate({ url, apiKey }: MachineTranslationConfig, tracing: Tracing): Translator {
  return {
    kind: 'translator',
    textsPerRequest: 25,
    charactersPerRequest: 2_000,
    async translate(texts, languages, signal) {
      const answer = (await postJson({
        tracing,
        url: `${url}/translate`,
        headers: {},
        body: {
          q: texts.map(({ text }) => text),
          source: languageOf(languages.source),
          target: languageOf(languages.target),
          format: 'html',
          ...(apiKey === undefined ? {} : { api_key: apiKey }),
        },
        signal,
        isOutOfCredits: (status, text) => status === 403 && /quota|limit/i.test(text),
      })) as { translatedText?: unknown }
      // The server takes entities out of what it answers. Marked texts have them, so they are put in again.
      return textsOf(answer?.translatedText, texts.length).map((text) => text.replaceAll('&', '&amp;'))
    },
  }
}

/** It knows languages without regions, and a few by names of its own. */
function languageOf(code: string): string {
  const { language, script, region } = new Intl.Locale(code).maximize()
  if (language === 'zh') return script === 'Hant' ? 'zt' : 'zh'
  if (language === 'pt') return region === 'BR' && code !== 'pt' ? 'pb' : 'pt'
  return language === 'no' ? 'nb' : language
}
