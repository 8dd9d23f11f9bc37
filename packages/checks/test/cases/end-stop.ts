import type { Case } from './case.ts'

export const endStop: readonly Case[] = [
  ['zh', 'Please wait a moment.', '请稍候。', []],
  ['th', 'Please wait a moment.', 'กรุณารอสักครู่', []],
  ['hi', 'Please wait a moment.', 'कृपया प्रतीक्षा करें।', []],
  ['de', 'Please wait.', 'Bitte warten', []],
  ['de', 'Please wait a moment.', 'Bitte warten (kurz.)', []],
  ['de', 'Please wait a moment.', 'Bitte warten', [{ params: { expected: 'stop', found: null }, branch: null }]],
  ['de', 'Please wait a moment', 'Bitte warten.', [{ params: { expected: null, found: 'stop' } }]],
  ['de', 'Please wait a moment.', 'Bitte warten…', [{ params: { expected: 'stop', found: 'ellipsis' } }]],
]
