// Writes the parts of docs/cli.md that the program knows by itself: `npm run build:cli-docs`, after a change of its commands,
// flags or configuration.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { upToDate } from './cli-docs.ts'

const file = join(import.meta.dirname, '../docs/cli.md')
writeFileSync(file, await upToDate(readFileSync(file, 'utf8')))
