import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'

const scene = await startScene()
const { service, owner, projectId, env } = scene
const here = folderWith({}, env)

interface Status {
  keys: number
  locales: { code: string; percent: number; percentReviewed: number }[]
}

describe('status', () => {
  test('of a project without keys is 100', async () => {
    const { result } = await here.json<Status>(0, ['status', '--min', '100'])
    assert.equal(result.keys, 0)
    assert.deepEqual(
      result.locales.map(({ percent }) => percent),
      [100, 100, 100],
    )
  })

  describe('with keys', () => {
    before(async () => {
      const value = (text: string, status: string) => ({ value: text, status })
      for (const [key, translations] of Object.entries({
        a: { en: value('A', 'translated'), de: value('A', 'translated') },
        b: { en: value('B', 'translated'), de: value('B', 'not_reviewed') },
        c: { en: value('C', 'translated') },
      }))
        await service.ok(owner, 'createKey', { params: { projectId }, body: { key, translations } })
    })

    test('rounds down to one decimal', async () => {
      const { result } = await here.json<Status>(0, ['status', '--locale', 'de'])
      assert.deepEqual(result, {
        keys: 3,
        locales: [
          { code: 'de', translated: 1, notReviewed: 1, notTranslated: 1, percent: 66.6, percentReviewed: 33.3 },
        ],
      })
    })

    test('below --min is exit 1, and so is below --min-reviewed', async () => {
      await here.json(0, ['status', '--locale=de', '--min=66.6'])
      await here.json(1, ['status', '--locale=de', '--min=66.7'])
      await here.json(1, ['status', '--locale=de', '--min-reviewed=33.4'])
      const { code, stdout, stderr } = await here.run(['status', '--min', '50'])
      assert.equal(code, 1)
      assert.match(stdout, /de +66\.6 %/)
      assert.equal(stderr, '')
    })

    test('of a locale that the project lacks is exit 5', async () => {
      const { errors } = await here.json(5, ['status', '--locale', 'de,xx'])
      assert.equal(errors[0]?.locale, 'xx')
    })
  })
})
