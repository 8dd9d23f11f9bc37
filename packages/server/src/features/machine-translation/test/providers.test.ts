import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMarked } from '@parlance/checks'
import { onThisMachine } from '../../../../test/this-machine.ts'
import { JobFailure } from '../../../jobs/job.ts'
import { providerOf } from '../providers/index.ts'
import { type Languages, OutOfCredits, type Translator } from '../providers/provider.ts'
import { type Protocol, startStandIn } from './stand-ins.ts'

const languages = (source: string, target: string): Languages => ({
  projectId: 1,
  sourceLocaleId: 1,
  targetLocaleId: 2,
  source,
  target,
})
const never = new AbortController().signal
const texts = [
  { text: 'Save <x id="0"/>', context: 'A button' },
  { text: 'a &lt; &amp;amp;', context: null },
]

for (const name of ['deepl', 'libretranslate', 'openai'] as Protocol[]) {
  describe(name, async () => {
    const standIn = await startStandIn(name)
    const provider = providerOf({ machineTranslation: standIn.config }) as Translator
    const translate = (target = 'de') => provider.translate(texts, languages('en-US', target), never)

    test('translates texts in their order, marks and all', async () => {
      const read = (await translate()).map(readMarked)
      assert.deepEqual(read, [
        [
          { kind: 'text', text: 'SAVE ' },
          { kind: 'hole', id: 0 },
        ],
        [{ kind: 'text', text: 'A < &AMP;' }],
      ])
    })

    test('asks in the words of its provider', async () => {
      standIn.requests.length = 0
      await translate('pt-BR')
      const { headers, body } = standIn.requests[0] ?? assert.fail('nothing was sent')
      if (name === 'deepl') {
        assert.equal(headers['authorization'], 'DeepL-Auth-Key the key')
        assert.deepEqual(body, {
          text: texts.map(({ text }) => text),
          source_lang: 'EN',
          target_lang: 'PT-BR',
          tag_handling: 'xml',
        })
      } else if (name === 'libretranslate') {
        assert.deepEqual(body, {
          q: texts.map(({ text }) => text),
          source: 'en',
          target: 'pb',
          format: 'html',
          api_key: 'the key',
        })
      } else {
        assert.equal(headers['authorization'], 'Bearer the key')
        assert.deepEqual(Object.keys(body), ['model', 'messages'], 'what not every model takes is not sent')
        const { model, messages } = body as { model: string; messages: { role: string; content: string }[] }
        assert.deepEqual([model, messages.map(({ role }) => role)], ['small-1', ['system', 'user']])
        assert.match(messages[0]?.content ?? '', /Brazilian Portuguese/)
        assert.deepEqual(JSON.parse(messages[1]?.content ?? ''), { texts })
      }
    })

    test('is tried again when it asks for patience, and given up in the end', async () => {
      let refusals = 0
      standIn.refuse = () =>
        ++refusals <= 2 ? { status: refusals === 1 ? 429 : 503, body: {}, headers: { 'retry-after': '0' } } : undefined
      assert.equal((await translate()).length, 2)
      assert.equal(refusals, 3)
      standIn.refuse = () => ({ status: 503, body: {} })
      await assert.rejects(translate(), new JobFailure('The provider answered 503.'))
      standIn.refuse = () => undefined
    })

    test('that refuses the key, or says something odd, is believed at once', async () => {
      standIn.requests.length = 0
      standIn.refuse = () => ({ status: 401, body: { message: 'secret detail' } })
      await assert.rejects(translate(), new JobFailure('The provider answered 401.'))
      assert.equal(standIn.requests.length, 1)
      standIn.refuse = () => ({ status: 200, body: 'not json' })
      await assert.rejects(translate(), /did not answer in JSON/)
      for (const body of [
        {},
        [],
        null,
        { translations: [{ text: 'one' }], translatedText: ['one'], choices: [{ message: { content: '["one"]' } }] },
      ]) {
        standIn.refuse = () => ({ status: 200, body })
        await assert.rejects(translate(), JobFailure)
      }
      standIn.refuse = () => undefined
    })

    test('tells when its credits are used up', async () => {
      const answers: Record<Protocol, { status: number; body: object }> = {
        deepl: { status: 456, body: { message: 'Quota exceeded' } },
        libretranslate: { status: 403, body: { error: 'Too many request limits violations' } },
        openai: { status: 429, body: { error: { code: 'insufficient_quota' } } },
      }
      standIn.refuse = () => answers[name]
      standIn.requests.length = 0
      await assert.rejects(translate(), OutOfCredits)
      assert.equal(standIn.requests.length, 1)
      standIn.refuse = () => undefined
    })
  })
}

test('a provider that is not there is told in the end', async () => {
  const standIn = await startStandIn('deepl')
  const provider = providerOf({ machineTranslation: { ...standIn.config, url: 'http://127.0.0.1:9' } }) as Translator
  await assert.rejects(
    provider.translate(texts, languages('en', 'de'), never),
    new JobFailure('The provider cannot be reached.'),
  )
})

for (const [name, field, targets] of [
  [
    'deepl',
    'target_lang',
    {
      en: 'EN-US',
      'en-GB': 'EN-GB',
      'en-AU': 'EN-GB',
      pt: 'PT-PT',
      'pt-BR': 'PT-BR',
      es: 'ES',
      'es-MX': 'ES-419',
      'es-419': 'ES-419',
      zh: 'ZH-HANS',
      'zh-TW': 'ZH-HANT',
      'zh-Hant': 'ZH-HANT',
      no: 'NB',
      'nb-NO': 'NB',
      'de-AT': 'DE',
    },
  ],
  [
    'libretranslate',
    'target',
    { 'en-GB': 'en', pt: 'pt', 'pt-PT': 'pt', 'pt-BR': 'pb', zh: 'zh', 'zh-TW': 'zt', no: 'nb', 'nb-NO': 'nb' },
  ],
] as const) {
  test(`${name} is told languages by its own names`, async () => {
    const standIn = await startStandIn(name)
    const provider = providerOf({ machineTranslation: standIn.config }) as Translator
    for (const [code, expected] of Object.entries(targets)) {
      await provider.translate(texts, languages('fr', code), never)
      assert.equal(standIn.requests.at(-1)?.body[field], expected, code)
    }
  })
}

test('a model that runs on in white space is told apart soon', async () => {
  const standIn = await startStandIn('openai')
  const provider = providerOf({ machineTranslation: standIn.config }) as Translator
  const content = `{"translations": [${' '.repeat(100_000)}`
  standIn.refuse = () => ({ status: 200, body: { choices: [{ message: { content: `${content}x` } }] } })
  const began = performance.now()
  await assert.rejects(provider.translate(texts, languages('en', 'de'), never), JobFailure)
  assert.ok(performance.now() - began < onThisMachine(2_000))
})

test('a name that objects have from birth is no entity', () => {
  assert.deepEqual(readMarked('&constructor; &lt;'), [{ kind: 'text', text: '&constructor; <' }])
})
