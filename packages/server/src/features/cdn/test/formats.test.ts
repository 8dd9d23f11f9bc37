import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Format, filePath, formats, hasFilesByLocale } from '@parlance/formats'
import { createCdnScene } from './cdn-scene.ts'

const scene = await createCdnScene()
const { service, owner, projectId, token, createKey, deployed, get } = scene
const params = { projectId }
const all = formats as readonly Format[]

await createKey('cart', { en: 'Your cart', de: 'Warenkorb' }, { description: 'Above the list' })
const { id: paid } = await createKey('pay', { en: 'Pay', de: 'Zahlen' }, { namespace: 'check out' })
await service.ok(owner, 'addProjectLocale', { params, body: { code: 'pt-BR' } })

const publishAs = async (format: string) => {
  await service.ok(owner, 'updateProject', { params, body: { cdn: { format } } })
  await deployed()
}

const textsOf = (format: Format, bytes: Uint8Array) =>
  [...format.read(bytes, { locale: 'de', remark: () => {} })].flatMap(({ entries }) =>
    entries.map(({ value }) => value),
  )

for (const format of all.filter(hasFilesByLocale)) {
  test(`formats 4 ${format.id} is published where it lies in an archive, as what it is`, async () => {
    await publishAs(format.id)
    const { files } = await service.ok(owner, 'getCdn', { params })
    assert.equal(files.length, 8)
    for (const { path, url, locale, namespace, bytes } of files) {
      const isDefault = namespace === 'default'
      const at = filePath(format, { name: namespace, isDefault }, locale, 'en')
      assert.equal(decodeURIComponent(path), at)
      assert.ok(url.endsWith(`/${token}/${path}`))
      const answer = await get(`${token}/${path}`)
      assert.deepEqual([answer.status, answer.bytes.length], [200, bytes], path)
      assert.equal(answer.headers['content-type'], `${format.mediaType.split(';', 1)[0]}; charset=utf-8`)
      if (locale === 'de') assert.deepEqual(textsOf(format, answer.bytes), [isDefault ? 'Warenkorb' : 'Zahlen'])
    }
  })
}

test('422: what has no file for each language, or does not exist', async () => {
  const refused = (format: string) =>
    service.refused(owner, 'updateProject', { params, body: { cdn: { format } } }, 'validationError', {
      field: 'cdn.format',
    })
  for (const { id } of all.filter((format) => !hasFilesByLocale(format))) await refused(id)
  await refused('docx')
})

test('what a format says beside texts counts as behind, and only there', async () => {
  const isBehind = async () => (await service.ok(owner, 'getCdn', { params })).isBehind
  const describe = (description: string) =>
    service.ok(owner, 'updateKey', { params: { projectId, keyId: paid }, body: { description } })
  const review = (status: string) =>
    service.ok(owner, 'putValueOfKey', {
      params: { projectId, keyId: paid, locale: 'de' },
      body: { value: 'Zahlen', status },
    })
  await publishAs('json')
  await describe('On the button')
  await review('not_reviewed')
  assert.equal(await isBehind(), false)
  await publishAs('po')
  assert.equal(await isBehind(), false)
  await describe('On the last button')
  assert.equal(await isBehind(), true)
  await deployed()
  await review('translated')
  assert.equal(await isBehind(), true)
})

test('two languages that are spelled alike have a file each', async () => {
  for (const code of ['he', 'iw']) await service.ok(owner, 'addProjectLocale', { params, body: { code } })
  await publishAs('android')
  const { files } = await service.ok(owner, 'getCdn', { params })
  const hebrew = files.filter(({ locale, namespace }) => namespace === 'default' && /^(he|iw)$/.test(locale))
  assert.deepEqual(
    new Set(hebrew.map(({ path }) => path)),
    new Set(['values-iw/strings.xml', 'iw/values-iw/strings.xml']),
  )
})
