import { readFile } from 'node:fs/promises'
import type { Finding } from '@parlance/checks'
import { compareCodePoints, type Remark } from '@parlance/formats'
import type { Invocation } from '../command.ts'
import { counted } from '../output/counted.ts'
import { usageFailure } from '../problem.ts'
import { comparable } from '../texts/comparable.ts'
import { fileSetsOf } from '../texts/file-set.ts'
import { localPlaces, localSourceLocale } from '../texts/local-texts.ts'
import { localesInFiles } from '../texts/locales-in-files.ts'
import type { Place } from '../texts/places.ts'
import { PlacesInText } from '../texts/positions.ts'
import { entriesIn } from '../texts/read-place.ts'
import { tellRemarks } from '../texts/remarks.ts'
import { findingsIn } from './findings.ts'
import type { LocalIssue } from './issue.ts'
import { type SeveritiesInLocale, severitiesFor } from './severities.ts'
import { alone, comparedWith, SourceTexts, type Text, textOf } from './text.ts'

type Called = Pick<Invocation, 'config' | 'cwd' | 'output'>

/** What is wrong in the files of some locales, or of all; nobody is asked. Errors first, each file in its order. */
export async function localIssues(invocation: Called, asked: readonly string[]): Promise<LocalIssue[]> {
  const { output, cwd } = invocation
  const config = await invocation.config()
  const sourceLocale = localSourceLocale(config)
  const sets = fileSetsOf(config)
  const locales = localesInFiles(sets, config, sourceLocale)
  const { places } = localPlaces(sets, locales, { config, cwd, sourceLocale }, output)
  const looking = new Looking({ sourceLocale, asked, severities: severitiesFor(config), output })
  output.step(`Looking at ${counted(places.length, 'file')}`)
  for (const together of byNamespace(places)) await looking.lookAt(together)
  looking.tellWhatIsMissing()
  return looking.issues.sort(byWeight)
}

const byWeight = (one: LocalIssue, other: LocalIssue) =>
  compareCodePoints(one.severity, other.severity) ||
  compareCodePoints(one.file ?? '', other.file ?? '') ||
  (one.line ?? 0) - (other.line ?? 0) ||
  (one.column ?? 0) - (other.column ?? 0)

/** Texts are held against those of the same namespace: of the others nothing has to be kept. */
function byNamespace(places: readonly Place[]): Iterable<Place[]> {
  const groups = new Map<string, Place[]>()
  for (const place of places) {
    const group = groups.get(place.namespace)
    if (group) group.push(place)
    else groups.set(place.namespace, [place])
  }
  return groups.values()
}

interface Rules {
  sourceLocale: string
  /** Empty: all. */
  asked: readonly string[]
  severities: (locale: string) => SeveritiesInLocale
  output: Called['output']
}

/** Holds what was found so far. */
class Looking {
  readonly issues: LocalIssue[] = []
  readonly #rules: Rules
  readonly #seen = new Set<string>()
  #hasSources = false
  #needsSources = false

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** Those of the source locale first, file by file; only files of several locales are in memory as a whole. */
  async lookAt(places: readonly Place[]): Promise<void> {
    const { sourceLocale } = this.#rules
    const sources = new SourceTexts()
    const waiting: { file: File; texts: Text[] }[] = []
    for (const place of places) {
      if (place.locale !== null && place.locale !== sourceLocale) continue
      const file = new File(place, await readFile(place.absolute))
      const texts: Text[] = []
      for (const text of this.#textsOf(file)) {
        if (text.locale !== sourceLocale) texts.push(text)
        else {
          sources.add(text)
          this.#hasSources ||= text.value !== ''
          this.#look(text, file, sources)
        }
      }
      if (texts.length > 0) waiting.push({ file, texts })
    }
    for (const { file, texts } of waiting) this.#lookAtAll(texts, file, sources)
    for (const place of places) {
      if (place.locale === null || place.locale === sourceLocale || !this.#isAsked(place.locale)) continue
      const file = new File(place, await readFile(place.absolute))
      this.#lookAtAll(this.#textsOf(file), file, sources)
    }
  }

  /** What was asked for and is not there: whoever asked would take silence for success. */
  tellWhatIsMissing(): void {
    const { asked, sourceLocale } = this.#rules
    const unknown = asked.find((locale) => !this.#seen.has(comparable(locale)))
    if (unknown !== undefined) throw usageFailure(`No file has texts in "${unknown}".`)
    if (this.#needsSources && !this.#hasSources)
      throw usageFailure(
        `No file has texts in "${sourceLocale}", the source locale, so there is nothing to compare with. Is "sourceLocale" right?`,
      )
  }

  *#textsOf(file: File): Generator<Text, void, void> {
    const { place, bytes } = file
    const { sourceLocale, output } = this.#rules
    const remarks: Remark[] = []
    if (place.locale !== null) this.#seen.add(comparable(place.locale))
    for (const entry of entriesIn(place, bytes, sourceLocale, (remark) => remarks.push(remark))) {
      const said = place.locale ?? entry.locale ?? sourceLocale
      this.#seen.add(comparable(said))
      const locale = comparable(said) === comparable(sourceLocale) ? sourceLocale : said
      yield textOf(entry, locale, place)
    }
    tellRemarks(output, place, remarks)
  }

  #lookAtAll(texts: Iterable<Text>, file: File, sources: SourceTexts): void {
    let [isAny, isCompared] = [false, false]
    for (const text of texts) {
      const isBeside = this.#look(text, file, sources)
      isCompared ||= isBeside
      isAny ||= text.value !== ''
    }
    if (!isAny || isCompared) return
    this.#needsSources = true
    const { sourceLocale, output } = this.#rules
    const message = `None of its texts is there in "${sourceLocale}", the source locale, so they were compared with nothing.`
    output.warn({ code: 'NO_SOURCE', message, file: file.place.path, namespace: file.place.namespace })
  }

  /** Whether there was something to compare the text with. */
  #look(text: Text, file: File, sources: SourceTexts): boolean {
    const { sourceLocale, severities } = this.#rules
    if (text.value === '' || !this.#isAsked(text.locale)) return false
    const isSource = text.locale === sourceLocale
    const compared = isSource ? alone(text) : comparedWith(text, sources.of(text))
    const rules = severities(text.locale)
    for (const finding of findingsIn(text, compared, sourceLocale, rules)) {
      const severity = rules.of(finding.check)
      if (severity !== 'off') this.issues.push(issueOf(text, finding, severity, file))
    }
    return compared.source !== undefined
  }

  #isAsked(locale: string): boolean {
    const { asked } = this.#rules
    return asked.length === 0 || asked.some((one) => comparable(one) === comparable(locale))
  }
}

/** Read once; where its texts stand is looked up for those in which something was found. */
class File {
  readonly place: Place
  readonly bytes: Uint8Array
  #places: PlacesInText | undefined

  constructor(place: Place, bytes: Uint8Array) {
    this.place = place
    this.bytes = bytes
  }

  positionOf(text: Text, branch: string | null) {
    this.#places ??= new PlacesInText(this.bytes, this.place.format)
    return { file: this.place.path, ...this.#places.of({ ...text, branch }) }
  }
}

/** With the fields of a stored one; what only the service gives is null. */
function issueOf(text: Text, { fix, ...finding }: Finding, severity: 'error' | 'warning', file: File): LocalIssue {
  const { namespace, key, locale } = text
  return {
    id: null,
    state: 'open',
    keyId: null,
    key,
    namespace,
    translationId: null,
    locale,
    ...finding,
    severity,
    fix: fix === null ? null : { value: fix },
    ignored: null,
    detectedAt: null,
    ...file.positionOf(text, finding.branch),
  }
}
