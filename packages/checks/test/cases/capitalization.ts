import type { Case } from './case.ts'

export const capitalization: readonly Case[] = [
  ['de', 'Please wait', 'bitte warten', []],
  ['ka', 'Please wait now', 'გთხოვთ', []],
  ['de', '{name} is here now', '{name} ist da', []],
  ['de', 'Please wait now', '„bitte“ warten', []],
  ['de', 'Please wait now', '3 bitte', []],
  ['ja', 'Please wait now', 'お待ち', []],
  ['de', 'please wait now', 'bitte warten', []],
  ['de', 'Please wait now', 'bitte warten', [{ params: {}, at: null, branch: null, fix: null }]],
]
