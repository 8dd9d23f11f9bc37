import { createServer, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import type { MachineTranslationConfig } from '../../../config.ts'
import { listen } from '../../webhooks/test/receivers.ts'

interface Request {
  path: string | undefined
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

type Translate = (text: string) => string
const plain: MachineTranslationConfig = {
  provider: 'memory',
  url: undefined,
  apiKey: 'the key',
  model: 'small-1',
  monthlyCharacters: null,
}

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** What each provider answers when all is well, in its own words. */
const protocols = {
  deepl: {
    path: '/v2/translate',
    answer: ({ text }: Record<string, unknown>, translate: Translate) => ({
      translations: (text as string[]).map((one) => ({ detected_source_language: 'EN', text: translate(one) })),
    }),
  },
  libretranslate: {
    path: '/translate',
    answer: ({ q }: Record<string, unknown>, translate: Translate) => ({
      // As the real one does, which reads the texts as HTML: empty tags get a closing one, and entities are resolved.
      translatedText: (q as string[]).map((text) =>
        unescaped(translate(text).replaceAll(/<x (id="\d+")\/>/g, '<x $1></x>')),
      ),
    }),
  },
  openai: {
    path: '/v1/chat/completions',
    answer: ({ messages }: Record<string, unknown>, translate: Translate) => {
      const { texts } = JSON.parse((messages as { content: string }[])[1]?.content ?? '') as {
        texts: { text: string }[]
      }
      const content = JSON.stringify({ translations: texts.map(({ text }) => translate(text)) })
      return {
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: `\`\`\`json\n${content}\n\`\`\`` } }],
      }
    },
  },
}
export type Protocol = keyof typeof protocols

/** A server of this machine that speaks like a provider, and can be told to refuse. */
export async function startStandIn(provider: Protocol) {
  const requests: Request[] = []
  const standIn = {
    requests,
    translate: ((text) =>
      text.replaceAll(/(<[^<>]*>|&\w+;)|([^<&]+)/g, (_all, mark, words) => mark ?? words.toUpperCase())) as Translate,
    /** What happens while the provider is at work. */
    meanwhile: async (): Promise<void> => {},
    /** Another answer than a translation. */
    refuse: (_request: Request): Answer | undefined => undefined,
    config: plain,
  }
  const { path, answer } = protocols[provider]
  const server = createServer(async (incoming, response) => {
    const request = {
      path: incoming.url,
      headers: incoming.headers,
      body: (await json(incoming)) as Record<string, unknown>,
    }
    requests.push(request)
    await standIn.meanwhile()
    const found: Answer =
      request.path === path
        ? (standIn.refuse(request) ?? { status: 200, body: answer(request.body, (text) => standIn.translate(text)) })
        : { status: 404, body: {} }
    response.writeHead(found.status, { 'content-type': 'application/json', ...found.headers })
    response.end(typeof found.body === 'string' ? found.body : JSON.stringify(found.body))
  })
  const base = `http://127.0.0.1:${await listen(server)}`
  standIn.config = { ...plain, provider, url: provider === 'openai' ? `${base}/v1` : base }
  return standIn
}
