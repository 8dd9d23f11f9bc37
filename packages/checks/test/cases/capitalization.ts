import type { Case } from './case.ts'

export const capitalization: readonly Case[] = [
  ['de', 'Please wait', 'bitte warten', []],
  ['ka', 'Please wait now', 'გთხოვთ', []],
  ['de', '{name} is here now', '{name} ist da', []],
  ['de', 'Please wait now', '„bitte“ warten', []],
  ['de', 'Please wait now', '3 bitte', []],
  ['ja', 'Please wait now', 'お待ち', []],
  ['de', 'please wait now', 'bitte warten', []],
  // Names stay as they are written.
  ['de', 'Could not call mkstemp', 'mkstemp schlug fehl', []],
  ['ko', 'The ping command sends packets', 'ping은 패킷을 보냅니다', []],
  ['ja', 'Convert to glTF format', 'glTFに変換', []],
  ['ko', 'Ping sends some packets', 'ping은 패킷을 보냅니다', [{}]],
  ['de', 'Please wait for bitterness', 'bitter ist das', [{}]],
  ['de', 'Please wait now', 'bitte warten', [{ params: {}, at: null, branch: null, fix: null }]],
]
