import fc from 'fast-check'
import type { TestService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { Examiner } from '../examiner.ts'
import { checkKeys, followChanges } from '../step.ts'
import type { CheckedProject } from './checked-project.ts'

const key = fc.constantFrom('a', 'b', 'c')
const locale = fc.constantFrom('en', 'de', 'fr')
/** Each has something wrong beside some of the others. */
const value = fc.constantFrom(
  '',
  ' ',
  'Hello {name}',
  'Hallo {nam}',
  'Two words here',
  'zwei  Worte hier',
  '{n, plural, one {# file} other {# files}}',
  'Broken {',
  'Bitte warten: 42',
)
const severity = fc.constantFrom('error' as const, 'warning' as const, 'off' as const)
/** Some stand in the texts above, as they are or beside a text that has another. */
const term = {
  term: fc.constantFrom('hello', 'two words'),
  german: fc.constantFrom('Hallo', 'Worte', 'warten'),
  termType: fc.constantFrom('preferred' as const, 'forbidden' as const),
}
const named = <Name extends string>(name: Name) => fc.constant(name)

export const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: named('put'), key, locale, value }) },
  { weight: 2, arbitrary: fc.record({ do: named('create'), key, value }) },
  { weight: 2, arbitrary: fc.record({ do: named('delete'), key }) },
  { weight: 2, arbitrary: fc.record({ do: named('restore'), key }) },
  { weight: 1, arbitrary: fc.record({ do: named('read'), key, isPlural: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: named('remove language'), locale }) },
  { weight: 1, arbitrary: fc.record({ do: named('add language'), locale }) },
  { weight: 1, arbitrary: fc.record({ do: named('settings'), severity, locale }) },
  { weight: 2, arbitrary: fc.record({ do: named('term'), ...term }) },
  { weight: 1, arbitrary: fc.record({ do: named('no terms') }) },
  { weight: 1, arbitrary: fc.record({ do: named('revert'), length: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: named('check'), isKilled: fc.boolean(), of: fc.constantFrom('changes', 'keys') }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

/** Looks, and is gone before it can say what it saw. */
class KilledExaminer extends Examiner {
  override async examine(): Promise<never> {
    throw new Error('killed')
  }
}

/** Whatever is refused changes nothing. */
export async function takeStep(service: TestService, project: CheckedProject, step: Step): Promise<void> {
  const { owner, orgId, projectId, params, keyId } = project
  const at = (name: string) => ({ params: { projectId, keyId: keyId(name) } })
  switch (step.do) {
    case 'put':
      return void (await service.call(owner, 'putValue', {
        params: { projectId, key: step.key },
        body: { locale: step.locale, value: step.value },
      }))
    case 'create':
      return void (await project.create(step.key, { en: step.value, de: step.value }).catch(() => {}))
    case 'delete':
      return void (await service.call(owner, 'deleteKey', at(step.key)))
    case 'restore':
      return void (await service.call(owner, 'restoreKey', at(step.key)))
    case 'read':
      return void (await service.call(owner, 'updateKey', { ...at(step.key), body: { isPlural: step.isPlural } }))
    case 'remove language':
      return void (await service.call(owner, 'removeProjectLocale', { params: { projectId, code: step.locale } }))
    case 'add language':
      return void (await service.call(owner, 'addProjectLocale', { params, body: { code: step.locale } }))
    case 'settings':
      return project.setSeverities({
        double_space: { severity: step.severity },
        placeholder_missing: { localeSeverities: { [step.locale]: step.severity } },
        inconsistent: { severity: step.severity },
      })
    case 'term': {
      const { locales } = await service.ok(owner, 'listProjectLocales', { params })
      const german = locales.find(({ code }) => code === 'de')
      const { term, termType } = step
      const translations = german ? [{ localeId: german.id, text: step.german, termType }] : []
      return void (await service.ok(owner, 'createTerm', { params: { orgId }, body: { term, translations } }))
    }
    case 'no terms': {
      const { terms } = await service.ok(owner, 'listTerms', { params: { orgId } })
      for (const { id: termId } of terms) await service.ok(owner, 'deleteTerm', { params: { orgId, termId } })
      return
    }
    case 'revert': {
      const { seq } = await service.db.one<{ seq: number }>(
        sql`select seq from project_counters where project_id = ${projectId}`,
      )
      const body = { fromId: Math.max(1, seq - step.length), toId: Math.max(1, seq) }
      return void (await service.call(owner, 'revertActivity', { params, body }))
    }
    case 'check': {
      const examiner = step.isKilled ? new KilledExaminer() : new Examiner()
      const look = step.of === 'changes' ? followChanges : checkKeys
      await look({ ...service.services, examiner }, projectId).catch(() => {})
      return examiner.close()
    }
  }
}
