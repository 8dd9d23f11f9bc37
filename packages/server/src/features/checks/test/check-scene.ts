import assert from 'node:assert/strict'
import type { CheckId } from '@parlance/contract'
import { createScene } from '../../../../test/factories.ts'
import type { Caller, TestService } from '../../../../test/harness.ts'
import { checkNow } from './check-now.ts'

type Texts = Record<string, string>

const valuesOf = (texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([code, value]) => [code, { value, status: 'not_reviewed' }]))

/** A project in English, German and French, in which something is wrong with each text that is said to be. */
export async function createCheckScene(service: TestService) {
  const { owner, orgId, project, projectId } = await createScene(service)
  const params = { projectId }
  const look = () => checkNow(service.services, projectId)
  const write = async (key: string, texts: Texts, more: object = {}) => {
    const body = { key, translations: valuesOf(texts), ...more }
    return (await service.ok(owner, 'createKey', { params, body })).id
  }
  const list = async (query: Record<string, unknown> = {}, caller: Caller = owner) =>
    (await service.ok(caller, 'listIssues', { params, query: { limit: 100, ...query } })).issues
  return {
    owner,
    orgId,
    project,
    projectId,
    params,
    look,
    write,
    /** As the workers find it. */
    writeChecked: async (key: string, texts: Texts, more: object = {}) => {
      const keyId = await write(key, texts, more)
      await look()
      return keyId
    },
    put: (keyId: number, locale: string, value: string) =>
      service.ok(owner, 'putValueOfKey', { params: { projectId, keyId, locale }, body: { value } }),
    list,
    /** The only finding of a check in a language. */
    async only(check: CheckId, locale: string, query: Record<string, unknown> = {}) {
      const [issue, ...others] = await list({ checks: [check], localeCodes: [locale], state: 'all', ...query })
      assert.equal(others.length, 0, `${others.length + 1} findings of ${check} in ${locale}`)
      return issue ?? assert.fail(`no finding of ${check} in ${locale}`)
    },
  }
}
