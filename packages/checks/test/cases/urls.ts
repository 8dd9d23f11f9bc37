import type { Case } from './case.ts'

export const urls: readonly Case[] = [
  ['de', 'See https://example.org.', 'Siehe https://example.org!', []],
  ['zh', 'See https://example.org/x.', '请看https://example.org/x。详情', []],
  ['ko', 'See https://example.org/x', 'https://example.org/x에서', []],
  ['de', 'See https://example.org/en/help', 'Siehe https://example.org/de/help', []],
  ['de', 'See https://example.org/en-US/help', 'Siehe https://example.org/de/help', []],
  ['de', 'See https://en.example.org/', 'Siehe https://de.example.org', []],
  ['de', 'See [x](https://example.org/a)', 'Siehe (https://example.org/a)', []],
  ['de', 'See https://example.org/%s', 'Siehe https://example.org/%1$s', [], { syntax: 'printf' }],
  ['de', 'Nothing', 'Siehe https://example.org', []],
  [
    'de',
    'See https://example.org/a',
    'Siehe https://example.org/b',
    [{ params: { url: 'https://example.org/a' }, at: null }],
  ],
  ['de', 'See https://example.org', 'Siehe https://example.com', [{ params: { url: 'https://example.org' } }]],
  ['de', 'Write to help@example.org, please', 'Schreib uns', [{ params: { url: 'help@example.org' } }]],
  ['de', 'www.example.org', 'Wir', [{ params: { url: 'www.example.org' } }]],
]
