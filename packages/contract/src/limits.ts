/**
 * How much the service takes, each number once: for the fields of the contract, for the service where it meets the same
 * texts on other ways, for checks and for clients. This file imports nothing, so that whoever needs a number loads no
 * schemas along with it (`@parlance/contract/limits`).
 */

/** What a limit of MB or MiB means everywhere in the API. */
export const MEBIBYTE = 2 ** 20

/** Texts in code points, files in bytes. What concerns one field of one request alone stands in its schema. */
export const limits = {
  /** What people call organizations, projects, languages, API keys, memories, webhooks and themselves. */
  name: 255,
  namespaceName: 255,
  keyName: 768,
  keyDescription: 5000,
  aiContext: 2000,
  /** Bytes of the JSON as it is sent. */
  formatData: 8192,
  deploymentName: 100,
  value: 65_536,
  comment: 5000,
  /** People whom one comment may mention. */
  mentions: 100,

  email: 254,
  password: 256,
  /** Of one person. */
  passkeys: 50,
  /** Bytes of the JSON as it is sent. */
  preferences: 16_384,
  /** As it is sent, in whatever spelling. */
  localeCode: 100,

  memoryText: 10_000,
  memoryContext: 512,

  /** Changes that one request may take back. */
  revertedChanges: 100_000,
  /** Keys that one batch may name. */
  batchKeys: 10_000,
  /** Values that one request may write, each with an expectation of its own. */
  writtenValues: 1000,
  /** Languages that one request may name. */
  locales: 1000,
  /** Keys that a webhook is told by their ids when many values change at once. */
  toldKeys: 1000,

  /** Where values are sent: those of many languages at their longest fit. */
  valuesBody: 16 * MEBIBYTE,
  /** Where texts are sent to be looked at, a hundred of them at their longest. */
  previewBody: 16 * MEBIBYTE,
  importBody: 50 * MEBIBYTE,
  importFile: 10 * MEBIBYTE,
  importFiles: 1000,
  importKeys: 100_000,
  tbxFile: 10 * MEBIBYTE,
  tmxFile: 10 * MEBIBYTE,
  tmxUnits: 50_000,
} as const

/** The texts of a term; imports hold themselves to the same. */
export const termLimits = {
  term: 500,
  definition: 2000,
  description: 2000,
  subject: 255,
  partOfSpeech: 50,
  gender: 50,
  conceptId: 255,
} as const
