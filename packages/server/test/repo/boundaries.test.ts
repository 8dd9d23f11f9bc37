import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')

const forbidden: [folder: string, statement: string, sentence: RegExp][] = [
  ['packages/contract/src', "import imported from 'node:fs'", /The contract is a leaf/],
  ['packages/sdk/src', "import imported from 'node:http'", /The SDK runs in browsers/],
  ['packages/context/src', "import imported from 'node:fs'", /The collector runs in the pages of others/],
  ['packages/i18next/src', "import imported from 'node:http'", /The backend runs in the pages of others/],
  ['packages/i18next/src', "import { formats as imported } from '@parlance/formats'", /stands on the SDK alone/],
  ['packages/i18next/src', "import { devMiddleware as imported } from './dev/index.ts'", /is no part of it/],
  [
    'packages/i18next/src/dev',
    "import { x as imported } from '../../../server/src/app.ts'",
    /The companion speaks with the service over HTTP/,
  ],
  ['packages/i18next/src/dev', "import { x as imported } from '@parlance/contract'", /the SDK and the formats/],
  ['packages/console/src/api', "import imported from 'node:fs'", /The console runs in browsers/],
  [
    'packages/console/src/api',
    "import { contract as imported } from '@parlance/contract'",
    /The console runs in browsers/,
  ],
  ['packages/checks/src', "import imported from 'node:fs'", /Checks are pure/],
  ['packages/checks/src', "import { x as imported } from '@parlance/contract'", /Checks are pure/],
  [
    'packages/checks/src/terms',
    "import { finishInTurns as imported } from '../../../server/src/turns.ts'",
    /Checks are pure/,
  ],
  ['packages/formats/src', "import imported from 'node:zlib'", /Formats are pure/],
  ['packages/formats/src', "import { errors as imported } from '@parlance/contract'", /Formats are pure/],
  ['packages/formats/src', "import { x as imported } from '@parlance/sdk'", /Formats are pure/],
  ['packages/server/src/db', "import { fault as imported } from '../http/errors.ts'", /knows nothing above it/],
  ['packages/server/src/text-index', "import { fault as imported } from '../http/errors.ts'", /on the database alone/],
  [
    'packages/server/src/text-index',
    "import { x as imported } from '../features/keys/value-texts.ts'",
    /features say which texts/,
  ],
  [
    'packages/server/src/text-index/engine',
    "import { sql as imported } from '../../db/sql.ts'",
    /texts and numbers alone/,
  ],
  [
    'packages/server/src/text-index/engine',
    "import { LoadedTexts as imported } from '../loaded-texts.ts'",
    /texts and numbers alone/,
  ],
  ['packages/server/src/json', "import { fault as imported } from '../http/errors.ts'", /for others to know/],
  [
    'packages/server/src/streams',
    "import { x as imported } from '../features/stream/routes.ts'",
    /keeps for its features knows none/,
  ],
  ['packages/server/src/term-index', "import { x as imported } from '../services.ts'", /services\.ts makes it/],
  ['packages/server/src/changes', "import { fault as imported } from '../http/errors.ts'", /on the database alone/],
  ['packages/server/src/http', "import { all as imported } from '../features/keys/routes.ts'", /does not know them/],
  ['packages/server/src/http', "import { x as imported } from '../services.ts'", /does not know them/],
  [
    'packages/server/src/jobs',
    "import { x as imported } from '../features/cdn/index.ts'",
    /does not know what they do/,
  ],
  [
    'packages/server/src/mail',
    "import { x as imported } from '../features/accounts/own-reset-link.ts'",
    /does not know what it is about/,
  ],
  [
    'packages/server/src',
    "import { x as imported } from './features/webhooks/webhook.ts'",
    /only app\.ts and workers\.ts/,
  ],
  [
    'packages/server/src/features/keys',
    "import { x as imported } from '../projects/project.ts'",
    /through its index\.ts/,
  ],
  ['packages/server/src/features/keys', "import { x as imported } from '../../app.ts'", /who puts them together/],
  [
    'packages/server/src/features/memories/search',
    "import { x as imported } from '../../projects/project.ts'",
    /through its index\.ts/,
  ],
  [
    'packages/server/src/features/memories/search',
    "import { x as imported } from '../../../app.ts'",
    /who puts them together/,
  ],
]

const allowed: [folder: string, statement: string][] = [
  ['packages/server/src/features/memories/search', "import { x as imported } from '../../projects/index.ts'"],
  ['packages/server/src/features/memories/search', "import { x as imported } from '../entries/entry.ts'"],
  ['packages/server/src/features/memories/search', "import { sql as imported } from '../../../db/sql.ts'"],
  ['packages/server/src/features/memories', "import { x as imported } from './search/use-entry.ts'"],
  ['packages/server/src/text-index', "import { sql as imported } from '../db/sql.ts'"],
  ['packages/server/src/text-index/engine', "import { comparable as imported } from '../similarity.ts'"],
  ['packages/i18next/src', "import { readEvents as imported } from '@parlance/sdk'"],
  ['packages/i18next/src/dev', "import { formats as imported } from '@parlance/formats'"],
  ['packages/i18next/src/dev', "import imported from 'node:http'"],
  ['packages/checks/src', "import { limits as imported } from '@parlance/contract/limits'"],
  ['packages/checks/src', "import { checks as imported } from '@parlance/contract/checks'"],
  ['packages/console/src/features/export', "import { formats as imported } from '@parlance/formats'"],
  ['packages/formats/src', "import { limits as imported } from '@parlance/contract/limits'"],
  ['packages/checks/src', "import { syntaxes as imported } from '@parlance/contract/syntaxes'"],
  ['packages/formats/src', "import { syntaxes as imported } from '@parlance/contract/syntaxes'"],
  ['packages/formats/src', "import { characterCount as imported } from '@parlance/checks'"],
  ['packages/server/src/features/keys', "import { ensureNamespace as imported } from '../projects/index.ts'"],
  ['packages/server/src/features/keys', "import { fault as imported } from '../../http/errors.ts'"],
  ['packages/server/src/http', "import { sql as imported } from '../db/sql.ts'"],
]

/** What the linter, with the rules of this repository, says about an import that stands in a folder. */
function lint(folder: string, statement: string): string {
  const scratch = mkdtempSync(join(tmpdir(), 'parlance-boundaries-'))
  try {
    const file = join(scratch, folder, 'planted.ts')
    cpSync(join(root, 'biome.json'), join(scratch, 'biome.json'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${statement}\nexport const used = imported\n`)
    const options = { cwd: scratch, encoding: 'utf8' } as const
    const { stdout, stderr } = spawnSync('biome', ['lint', '--vcs-enabled=false', file], options)
    return stdout + stderr
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

for (const [folder, statement, sentence] of forbidden) {
  test(`${folder} may not contain: ${statement}`, () => {
    assert.match(lint(folder, statement), sentence)
  })
}

for (const [folder, statement] of allowed) {
  test(`${folder} may contain: ${statement}`, () => {
    const said = lint(folder, statement)
    assert.match(said, /Checked 1 file/)
    assert.doesNotMatch(said, /noRestrictedImports/)
  })
}
