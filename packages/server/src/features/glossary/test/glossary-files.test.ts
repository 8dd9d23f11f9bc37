import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvColumns } from '@parlance/contract'
import {
  type ExchangedConcept,
  type ReadGlossary,
  readTbx as stepsOfTbx,
  tbxDialects,
  UnreadableTbx,
  writeTbxConcept,
} from '@parlance/formats/glossary'
import fc from 'fast-check'
import { longestTurn } from '../../../../test/longest-turn.ts'
import { onThisMachine } from '../../../../test/this-machine.ts'
import { finishInTurns } from '../../../turns.ts'
import { writeCsvConcept, writeCsvRow } from '../csv-concepts.ts'
import { readGlossaryCsv } from '../read-csv.ts'

const readTbx = (content: string) => finishInTurns(stepsOfTbx(content))

/** Texts that files like to damage. */
const nasty = fc.constantFrom(
  "'",
  "''=",
  '=1+1',
  '+1',
  '-1',
  '@a',
  '\tx',
  '\rx',
  '\r\n',
  ' x ',
  '"',
  '""a"',
  ',',
  ';',
  ']]>',
  '<!--',
  '<a>&amp;</a>',
  '?>',
  '\u0001',
  '\u000b',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u00a0',
  '\ufeff',
  '\ufffd',
  '\ufffe',
  '\uffff',
  '😀',
  'e\u0301',
  '__proto__',
  '#',
)
const plain = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const text = fc
  .oneof(
    plain,
    nasty,
    fc.tuple(nasty, plain, nasty).map((parts) => parts.join('')),
  )
  .filter((value) => value.isWellFormed() && !value.includes('\0'))
const optional = fc.option(text, { nil: undefined })
const word = (...known: string[]) => fc.option(fc.oneof(fc.constantFrom(...known), text), { nil: undefined })

const details = {
  text,
  termType: fc.constantFrom('preferred' as const, 'forbidden' as const),
  partOfSpeech: word('noun', 'verb', 'other'),
  gender: word('masculine', 'neuter'),
  description: optional,
}

/** Concepts as exports write them: the source term first, its flags with it. */
const concepts = fc.uniqueArray(
  fc
    .record({
      conceptId: fc.oneof(text, fc.constantFrom('c-1', '_x', '1', 'a b')),
      definition: optional,
      subject: optional,
      isTranslatable: fc.boolean(),
      source: fc.record({ ...details, isCaseSensitive: fc.boolean(), isExactMatch: fc.boolean() }),
      others: fc.uniqueArray(fc.record({ localeCode: fc.constantFrom('en', 'de', 'fr', 'zh-Hant-TW'), ...details }), {
        selector: ({ localeCode }) => localeCode,
      }),
      sourceLocaleCode: fc.constantFrom(undefined, 'de', 'zh-Hant-TW'),
    })
    .map(({ source, others, ...concept }) => ({
      ...concept,
      row: 0,
      terms: [
        { row: 0, localeCode: concept.sourceLocaleCode ?? 'en', ...source },
        ...others.map((other) => ({ row: 0, ...other })),
      ],
    })),
  { maxLength: 6, selector: ({ conceptId }) => conceptId },
)

/** What of a concept is to survive: no rows, flags at the source term alone, languages in a fixed order. */
const kept = (read: readonly ExchangedConcept[]) =>
  read.map(({ row: _, terms, ...concept }) => ({
    ...defined(concept),
    terms: terms
      .map(({ row: _, isCaseSensitive, isExactMatch, ...term }, at) =>
        defined(
          at === 0 ? { ...term, isCaseSensitive: isCaseSensitive ?? false, isExactMatch: isExactMatch ?? false } : term,
        ),
      )
      .map((term, at) => [at === 0 ? 0 : 1, term] as const)
      .sort(
        ([a, first], [b, second]) => a - b || (String(first['localeCode']) < String(second['localeCode']) ? -1 : 1),
      ),
  }))

const defined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ isTranslatable: true, ...fields }).filter(([, value]) => value !== undefined))

const survives = (write: (given: ExchangedConcept[]) => string, read: (file: string) => Promise<ReadGlossary>) =>
  fc.assert(
    fc.asyncProperty(concepts, async (given) => {
      const { concepts: found, errors } = await read(write(given))
      assert.deepEqual(errors, [])
      assert.deepEqual(kept(found), kept(given))
    }),
    { numRuns: 300 },
  )

test('a glossary survives CSV, formulas and all', () =>
  survives(
    (given) => writeCsvRow(csvColumns) + given.map((concept) => writeCsvConcept(concept, csvColumns)).join(''),
    (file) => readGlossaryCsv(Buffer.from(file), {}, (code) => code === 'en'),
  ))

for (const [edition, dialect] of Object.entries(tbxDialects)) {
  test(`a glossary survives TBX of ${edition}, with characters that XML cannot hold`, () =>
    survives((given) => {
      const written = given.map((concept, at) => writeTbxConcept(dialect, concept, at))
      return dialect.header('en') + written.join('') + dialect.footer
    }, readTbx))
}

test('no cell of a CSV file begins like a formula', () => {
  fc.assert(
    fc.property(text, (value) => {
      assert.doesNotMatch(writeCsvRow([value]), /^"?[=+\-@\t\r]/)
    }),
  )
})

test('an apostrophe is taken off only where it guards something', async () => {
  const read = async (cell: string) => {
    const { concepts } = await readGlossaryCsv(Buffer.from(`locale_code,term\nen,${cell}`), {}, () => true)
    return concepts[0]?.terms[0]?.text
  }
  for (const [cell, term] of [
    ["'=1+1", '=1+1'],
    ['=1+1', '=1+1'],
    ["''=1+1", "'=1+1"],
    ["'til", "'til"],
    ["''til", "'til"],
    ["'", "'"],
    ["'-", '-'],
  ] as const)
    assert.equal(await read(cell), term, cell)
})

test('a CSV file of nothing but rows that cannot be read is read as quickly as any other', async () => {
  const content = Buffer.from(`locale_code,term\n${'x\n'.repeat(40_000)}`)
  const held = await longestTurn(async () => {
    const { errors } = await readGlossaryCsv(content, {}, () => true)
    assert.deepEqual([errors.length, errors.at(-1)?.row], [40_000, 40_000])
  })
  assert.ok(held < onThisMachine(150), `${held} ms at a stretch`)
})

const term = (text: string) =>
  `<tbx><conceptEntry><langSec xml:lang="en"><termSec><term>${text}</term></termSec></langSec></conceptEntry></tbx>`
const hostile = {
  'more attributes than anybody writes': `<tbx ${Array.from({ length: 300_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
  'a text of megabytes': term(' a'.repeat(2_000_000)),
  'a text of megabytes in pieces': term(' a<b/>'.repeat(500_000)),
}
for (const [what, content] of Object.entries(hostile)) {
  test(`a TBX file with ${what} is refused before it keeps others waiting`, async () => {
    const held = await longestTurn(() => assert.rejects(readTbx(content), UnreadableTbx))
    assert.ok(held < onThisMachine(100), `${held} ms at a stretch`)
  })
}

test('a TBX file may have any amount of white space between its concepts', async () => {
  const concept = term('x').slice('<tbx>'.length, -'</tbx>'.length)
  const { concepts, errors } = await readTbx(`<tbx>${`${' '.repeat(1_000)}${concept}`.repeat(300)}</tbx>`)
  assert.deepEqual([concepts.length, errors], [300, []])
})
