import { contract } from '@parlance/contract'
import { namedLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { eachInTurns } from '../../turns.ts'
import { findProjectLocales, localesAmong } from '../projects/index.ts'
import { comparedWithOthers } from './compared-with-others.ts'
import { findIgnored, type Ignored } from './ignores.ts'
import { type JudgedFinding, judge } from './judge.ts'
import { type OfText, type PreviewedText, readPreviewed } from './previewed-texts.ts'
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
  const judged: { text: PreviewedText; findings: JudgedFinding[] }[] = []
  await eachInTurns(texts, (text) => {
    judged.push({ text, findings: judge(settings, terms, text) })
  })
  const ignored = await findIgnored(
    db,
    judged.flatMap(({ text, findings }) => (text.place ? findings.map((finding) => ({ ...finding, ...text })) : [])),
  )
  return {
    results: judged.map(({ text, findings }) => ({
      issues: findings.map((finding) => present(text, finding, text.place ? ignored.get(finding.id) : undefined)),
    })),
  }
})

/** Beside a whole text nobody asked for a key, so whatever was sent as one is ignored. */
function withoutKey(body: OfText): OfText {
  const text = { ...body }
  Reflect.deleteProperty(text, 'keyId')
  return text
}

const NO_KEY = { keyId: null, key: null, namespace: null, translationId: null }

/** What is ignored in a value is ignored in its next text too, so it is in what comes between. */
const present = (
  { place, locale }: PreviewedText,
  { fix, ...finding }: JudgedFinding,
  ignored: Ignored | undefined,
) => ({
  ...finding,
  id: null,
  state: ignored ? ('ignored' as const) : ('open' as const),
  ...(place ?? NO_KEY),
  locale,
  fix: fix === null ? null : { value: fix },
  ignored: ignored ?? null,
  detectedAt: null,
})
