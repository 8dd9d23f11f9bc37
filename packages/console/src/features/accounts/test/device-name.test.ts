import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from '../device-name.ts'

const CASES: [name: string, userAgent: string | null, expected: string][] = [
  [
    'Chrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Edge',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/141.0 Mobile Safari/604.1',
    'Chrome on iOS',
  ],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox on Android'],
  ['a program', 'curl/8.5.0', 'curl on undefined'],
  ['nothing', null, 'undefined on undefined'],
]

for (const [name, userAgent, expected] of CASES)
  test(`knows ${name}`, () => {
    const { browser, system } = deviceOf(userAgent)
    assert.equal(`${browser} on ${system}`, expected)
  })
