import type { Author } from '../../changes/author.ts'
import { record } from '../../changes/record.ts'
import { transaction } from '../../db/transaction.ts'
import type { Services } from '../../services.ts'
import type { Selection } from './selection.ts'

/** What an export held, told to webhooks when somebody has taken all of it. */
export class ExportCount {
  readonly #source: 'web' | 'cli'
  readonly #selection: Selection
  #values = 0

  constructor(source: 'web' | 'cli', selection: Selection) {
    this.#source = source
    this.#selection = selection
  }

  readonly add = (values: number): void => {
    this.#values += values
  }

  async record({ db, clock }: Services, by: Author): Promise<void> {
    const { locales, namespaces } = this.#selection
    const stats = {
      locales: locales.map(({ code }) => code),
      namespaces: namespaces.length,
      keys: namespaces.reduce((sum, { keyCount }) => sum + keyCount, 0),
      values: this.#values,
    }
    const after = { source: this.#source, stats }
    await transaction(db, async (tx) => record(tx, { ...by, at: clock.now() }, [{ event: 'export.completed', after }]))
  }
}
