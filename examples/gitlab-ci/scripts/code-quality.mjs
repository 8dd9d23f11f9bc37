// What `parlance check --json` or `parlance scan --report` has found, as GitLab shows it beside the lines of a merge request.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { result, missing = [] } = JSON.parse(readFileSync(process.argv[2], 'utf8'))

const faults = (result?.issues ?? []).map(({ check, severity, message, file, line, locale, key }) => ({
  name: check,
  severity: severity === 'error' ? 'major' : 'minor',
  description: `${key} (${locale}): ${message}`,
  path: file,
  line,
}))
const unknown = missing.map(({ namespace, key, file, line }) => ({
  name: 'missing_key',
  severity: 'major',
  description: `No file has a key "${key}" in the namespace "${namespace}".`,
  path: file,
  line,
}))

const report = [...faults, ...unknown].map(({ name, severity, description, path, line }) => ({
  check_name: name,
  severity,
  description,
  // Without the line: what stands elsewhere tomorrow is nothing new.
  fingerprint: createHash('sha256').update([name, path, description].join('\0')).digest('hex'),
  location: { path, lines: { begin: line ?? 1 } },
}))

console.log(JSON.stringify(report, null, 2))
