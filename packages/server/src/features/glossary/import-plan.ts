import type { RowError } from '@parlance/formats/glossary'
import { type ConceptContent, foldTerm, type ResolvedConcept } from './import-concept.ts'
import type { NewTranslation } from './term-translation.ts'

export type ConflictStrategy = 'skip' | 'overwrite' | 'merge'

/** A concept that the glossary has already and that the file may mean. */
export interface ExistingConcept {
  id: number
  conceptId: string
  sourceLocaleId: number
  foldedTerm: string
}

/** A concept as it will be: one of the glossary, or a new one. */
export interface Target {
  /** Null: new. */
  id: number | null
  conceptId: string | null
  content: ConceptContent | null
  translations: Map<number, NewTranslation>
  /** The id by which the file speaks of it; concepts of other ids are others, whatever their name. */
  claimedBy: string | null
  /** Whether the file writes to it. */
  isWritten: boolean
}

const nameOf = (localeId: number, folded: string) => `${localeId} ${folded}`

/**
 * Decides for each concept of a file what becomes of it. A concept is the same as another when their ids are, or else
 * when their source terms are. Pure: what the glossary has is given, what is to be written is told.
 */
export class ImportPlan {
  readonly targets: Target[] = []
  readonly errors: RowError[] = []
  imported = 0
  updated = 0
  skipped = 0
  readonly #strategy: ConflictStrategy
  readonly #byId = new Map<string, Target>()
  readonly #byName = new Map<string, Target[]>()

  constructor(strategy: ConflictStrategy, existing: readonly ExistingConcept[], idsOfFile: ReadonlySet<string>) {
    this.#strategy = strategy
    for (const { id, conceptId, sourceLocaleId, foldedTerm } of existing) {
      const claimedBy = idsOfFile.has(conceptId) ? conceptId : null
      const target = { id, conceptId, content: null, translations: new Map(), claimedBy, isWritten: false }
      this.#know(target, nameOf(sourceLocaleId, foldedTerm))
    }
  }

  add(concept: ResolvedConcept): void {
    const name = concept.source && nameOf(concept.source.localeId, foldTerm(concept.source.text))
    const target = this.#find(concept.conceptId, name)
    if (!target) this.#insert(concept, name)
    // Of which nothing could be read: it is told in the errors alone.
    else if (!concept.content && concept.translations.length === 0) return
    else if (this.#strategy === 'skip') this.skipped++
    else if (this.#strategy === 'overwrite') this.#overwrite(target, concept)
    else this.#merge(target, concept)
  }

  #know(target: Target, name: string | null): void {
    this.targets.push(target)
    if (target.conceptId !== null) this.#byId.set(target.conceptId, target)
    if (name === null) return
    const namesakes = this.#byName.get(name)
    if (namesakes) namesakes.push(target)
    else this.#byName.set(name, [target])
  }

  #find(conceptId: string | null, name: string | null): Target | undefined {
    const byId = conceptId === null ? undefined : this.#byId.get(conceptId)
    if (byId || name === null) return byId
    const found = this.#byName
      .get(name)
      ?.find(({ claimedBy }) => conceptId === null || claimedBy === null || claimedBy === conceptId)
    if (found && conceptId !== null) {
      found.claimedBy = conceptId
      this.#byId.set(conceptId, found)
    }
    return found
  }

  #insert(concept: ResolvedConcept, name: string | null): void {
    const { conceptId, content, translations, translationRows } = concept
    if (!content) {
      for (const row of translationRows) {
        this.errors.push({ row, message: 'The concept has no source term that could be written' })
      }
      return
    }
    const target = {
      id: null,
      conceptId,
      content,
      translations: byLocale(translations),
      claimedBy: conceptId,
      isWritten: true,
    }
    this.#know(target, name)
    this.imported++
  }

  #overwrite(target: Target, { content, translations }: ResolvedConcept): void {
    target.content = content ?? target.content
    target.translations = byLocale(translations)
    target.isWritten = true
    this.updated++
  }

  /** What is there stays. Whether an existing concept gains anything only the database can tell; it counts then. */
  #merge(target: Target, { content, translations }: ResolvedConcept): void {
    const first = target.content
    const gained = first ? fill(first, content) : content !== null
    if (!first) target.content = content
    let added = false
    for (const translation of translations) {
      if (target.translations.has(translation.localeId)) continue
      target.translations.set(translation.localeId, translation)
      added = true
    }
    if (target.id !== null && !target.isWritten) {
      target.isWritten = true
      return
    }
    if (gained || added) this.updated++
    else this.skipped++
  }
}

const byLocale = (translations: readonly NewTranslation[]) =>
  new Map(translations.map((translation) => [translation.localeId, translation]))

const FILLED = ['definition', 'subject', 'partOfSpeech', 'gender', 'description'] as const

function fill(content: ConceptContent, more: ConceptContent | null): boolean {
  let gained = false
  for (const field of FILLED) {
    if (content[field] !== null || !more || more[field] === null) continue
    content[field] = more[field]
    gained = true
  }
  return gained
}
