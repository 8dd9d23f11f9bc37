import type { AnswerOf, RequestOf } from '@parlance/sdk'
import { codeOf } from '../../api/errors.ts'
import type { ChosenFile } from './chosen-files.ts'
import {
  type Conflict,
  type Decisions,
  decideKey,
  decideMany,
  decisionsSent,
  type Resolution,
  UNDECIDED,
  withoutFile,
} from './decisions.ts'
import {
  blamedFiles,
  isMappedAnew,
  mappingOf,
  obstacleOf,
  type Places,
  type PlannedFile,
  plannedFiles,
  remappedFiles,
} from './planned-files.ts'
import { type RefusedFile, readFiles, type SentFile, type Validation } from './read-files.ts'

/** What is said with every file; what is left out, each of them says itself. */
export type SaidOfFiles = Pick<SentFile, 'format' | 'syntax' | 'placeholders'>
export type CommitBody = NonNullable<RequestOf<'commitImport'>['body']>
export type CommitAnswer = AnswerOf<'commitImport'>

export interface ImportService {
  validate(files: SentFile[]): Promise<Validation>
  revalidate(body: NonNullable<RequestOf<'revalidateImport'>['body']>): Promise<AnswerOf<'revalidateImport'>>
  commit(body: CommitBody): Promise<CommitAnswer>
}

export interface ImportState {
  /** What is under way. */
  busy: 'reading' | 'mapping' | 'checking' | undefined
  failure: unknown
  files: readonly PlannedFile[]
  refused: readonly RefusedFile[]
  /** What is said about all files together: such an import cannot be. */
  faults: Validation['errors']
  said: SaidOfFiles
  /** Files of archives that are no texts. */
  ignored: Validation['warnings']
  validationId: string | undefined
  /** Grows when conflicts are others than before. */
  turn: number
  addsLanguages: boolean
  decisions: Decisions
  /** What an import would do, as long as nothing was changed since it was asked. */
  checked: CommitAnswer | undefined
}

const EMPTY: ImportState = {
  busy: undefined,
  failure: undefined,
  files: [],
  refused: [],
  faults: [],
  said: {},
  ignored: [],
  validationId: undefined,
  turn: 0,
  addsLanguages: false,
  decisions: UNDECIDED,
  checked: undefined,
}

/**
 * Files on their way into a project: chosen, looked at by the service, sent where somebody says, decided upon, checked.
 * What is asked while something else is under way counts; an answer that came too late does not.
 */
export class PreparedImport {
  readonly #service: ImportService
  readonly #locales: ReadonlySet<string>
  readonly #listeners = new Set<() => void>()
  #chosen: readonly ChosenFile[] = []
  #state = EMPTY
  #asked = 0

  constructor(service: ImportService, locales: ReadonlySet<string>) {
    this.#service = service
    this.#locales = locales
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): ImportState => this.#state

  get places(): Places {
    return { locales: this.#locales, addsLanguages: this.#state.addsLanguages }
  }

  /** Those that go into the project, as things are. */
  ready(files = this.#state.files): PlannedFile[] {
    return files.filter((file) => obstacleOf(file, this.places) === undefined)
  }

  /** More files; one of the same name takes the place of the one before. */
  add(files: readonly ChosenFile[]): Promise<void> {
    const byPath = new Map([...this.#chosen, ...files].map((one) => [one.path, one]))
    this.#chosen = [...byPath.values()]
    return this.#do('reading', (isCurrent) => this.#read(isCurrent))
  }

  /** Begins anew, without files. */
  clear(): void {
    this.#asked++
    this.#chosen = []
    this.#set({ ...EMPTY, turn: this.#state.turn + 1 })
  }

  map(filename: string, change: Partial<Pick<PlannedFile, 'locale' | 'namespace' | 'isLeftOut'>>): Promise<void> {
    const files = this.#state.files.map((file) => (file.filename === filename ? { ...file, ...change } : file))
    const decisions =
      change.isLeftOut === undefined ? withoutFile(this.#state.decisions, filename) : this.#state.decisions
    this.#set({ files, decisions, checked: undefined })
    return this.#do('mapping', (isCurrent) => this.#remap(isCurrent))
  }

  /** To be said with the files, so they are sent once more. */
  say(said: SaidOfFiles): Promise<void> {
    this.#set({ said })
    return this.#do('reading', (isCurrent) => this.#read(isCurrent))
  }

  setAddsLanguages(addsLanguages: boolean): void {
    this.#set({ addsLanguages, checked: undefined })
  }

  decide(conflict: Conflict, resolution: Resolution): void {
    this.#set({ decisions: decideKey(this.#state.decisions, conflict, resolution), checked: undefined })
  }

  decideMany(filename: string | undefined, resolution: Resolution): void {
    this.#set({ decisions: decideMany(this.#state.decisions, filename, resolution), checked: undefined })
  }

  /** Asks what an import would do; files that are refused then are told, and the others go on. */
  check(): Promise<void> {
    return this.#do('checking', (isCurrent) => this.#check(isCurrent))
  }

  /** What is to be sent for the import; undefined when nothing can be imported. */
  async settle(): Promise<CommitBody | undefined> {
    if (!this.#state.checked) await this.check()
    return this.#state.checked?.success ? this.#body() : undefined
  }

  /** The same to be sent, for files that the service has looked at once more, because too long ago it did. */
  async renew(): Promise<CommitBody | undefined> {
    const { validation } = await this.#validate()
    if (!validation) return undefined
    this.#set({ validationId: validation.validationId })
    return this.#body()
  }

  #set(change: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #do(busy: ImportState['busy'], work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    const number = ++this.#asked
    const isCurrent = () => number === this.#asked
    this.#set({ busy, failure: undefined, checked: undefined })
    try {
      await work(isCurrent)
    } catch (failure) {
      if (isCurrent()) this.#set({ failure })
    }
    if (isCurrent()) this.#set({ busy: undefined })
  }

  async #read(isCurrent: () => boolean): Promise<void> {
    const { validation, refused } = await this.#validate()
    if (!isCurrent()) return
    if (!validation) {
      const { said, busy, turn } = this.#state
      this.#set({ ...EMPTY, refused, said, busy, turn: turn + 1 })
      return
    }
    const { validationId, errors: faults, warnings: ignored } = validation
    const files = plannedFiles(validation, this.#state.files)
    this.#set({ files, refused, faults, ignored, validationId, turn: this.#state.turn + 1 })
    if (isMappedAnew(validation, files)) await this.#remap(isCurrent)
  }

  #validate() {
    const { said } = this.#state
    return readFiles(this.#chosen, (files) => this.#service.validate(files.map((file) => ({ ...file, ...said }))))
  }

  async #remap(isCurrent: () => boolean): Promise<void> {
    const fileMappings = this.#state.files.filter(({ locale, isLeftOut }) => locale !== '' && !isLeftOut).map(mappingOf)
    const answer =
      fileMappings.length === 0
        ? { warnings: [] }
        : await this.#withValidation((validationId) => this.#service.revalidate({ validationId, fileMappings }))
    if (isCurrent()) this.#set({ files: remappedFiles(this.#state.files, answer), turn: this.#state.turn + 1 })
  }

  async #check(isCurrent: () => boolean): Promise<void> {
    for (;;) {
      const sent = this.#body()
      if (!sent) return
      const answer = await this.#withValidation((validationId) =>
        this.#service.commit({ ...sent, validationId, options: { dryRun: true } }),
      )
      if (!isCurrent()) return
      const files = answer.success ? this.#state.files : blamedFiles(this.#state.files, answer.errors)
      const left = this.ready(files).length
      this.#set({ files })
      if (answer.success || left === 0 || left === sent.fileMappings.length) {
        this.#set({ checked: answer })
        return
      }
    }
  }

  #body(): CommitBody | undefined {
    const { validationId, decisions } = this.#state
    const ready = this.ready()
    if (validationId === undefined || ready.length === 0) return undefined
    const filenames = ready.map(({ filename }) => filename)
    return { validationId, fileMappings: ready.map(mappingOf), ...decisionsSent(decisions, filenames) }
  }

  /** A validation lasts an hour; after that the same files are looked at once more, and stay where they were sent. */
  async #withValidation<T>(work: (validationId: string) => Promise<T>): Promise<T> {
    try {
      return await work(this.#state.validationId ?? '')
    } catch (error) {
      if (codeOf(error) !== 'IMPORT_SESSION_EXPIRED') throw error
    }
    const renewed = await this.renew()
    if (!renewed) throw new Error('The files are no longer there')
    return work(renewed.validationId)
  }
}
