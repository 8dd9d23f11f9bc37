import { contract } from '@parlance/contract'
import { namedLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { eachInTurns } from '../../turns.ts'
import { findProjectLocales, localesAmong } from '../projects/index.ts'
import { type JudgedFinding, judge } from './judge.ts'
import { comparedWithOthers, type OfText, type PreviewedText, readPreviewed } from './previewed-texts.ts'
import { projectTerms } from './project-terms.ts'
import { readCheckSettings } from './settings.ts'
import { asksForInconsistent } from './subjects.ts'

/** As the checks would find it in stored values. A long text takes a turn of its own. */
export const previewIssues = implement(contract.previewIssues, async (services, { access, body, now }) => {
  const { db } = services
  const { projectId: id, sourceLocaleId } = access
  const items = 'items' in body ? body.items : [withoutKey(body)]
  const codes = items.map(({ locale }) => namedLocale(access, locale))
  const enabled = await findProjectLocales(db, id)
  const locales = localesAmong(enabled, codes)
  const sourceLocale = enabled.find(({ isSource }) => isSource)?.code ?? ''
  const read = await readPreviewed(db, access, sourceLocale, items, locales, now)
  const settings = await readCheckSettings(db, id)
  const project = { id, sourceLocaleId, asksForInconsistent: asksForInconsistent(settings) }
  const texts = await comparedWithOthers(db, project, read)
  const terms = await projectTerms(services, db, project)
  const results: { issues: ReturnType<typeof present>[] }[] = []
  await eachInTurns(texts, (text) => {
    results.push({ issues: judge(settings, terms, text).map((finding) => present(text, finding)) })
  })
  return { results }
})

/** Beside a whole text nobody asked for a key, so whatever was sent as one is ignored. */
function withoutKey(body: OfText): OfText {
  const text = { ...body }
  Reflect.deleteProperty(text, 'keyId')
  return text
}

const NO_KEY = { keyId: null, key: null, namespace: null, translationId: null }

/** Of what is stored nowhere, nobody can have ignored anything. */
const present = ({ place, locale }: PreviewedText, { fix, ...finding }: JudgedFinding) => ({
  ...finding,
  id: null,
  state: 'open' as const,
  ...(place ?? NO_KEY),
  locale,
  fix: fix === null ? null : { value: fix },
  ignored: null,
  detectedAt: null,
})
