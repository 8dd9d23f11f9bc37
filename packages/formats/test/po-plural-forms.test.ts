import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralExpression } from '../src/po/plural-expression.ts'
import { categoriesOf, formsOfLocale, formulaOf } from '../src/po/plural-forms.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const codes = [...letters].flatMap((a) =>
  [...letters].flatMap((b) => [`${a}${b}`, ...[...letters].map((c) => `${a}${b}${c}`)]),
)
const languages = [...Intl.PluralRules.supportedLocalesOf(codes), 'pt-PT', 'zh-Hant', 'sr-Latn']

test('every language of CLDR has its formula, which is read as it was meant', () => {
  assert.ok(languages.length > 150)
  for (const locale of languages) {
    const { categories, header } = formsOfLocale(locale)
    const formula = formulaOf(header)
    const rules = new Intl.PluralRules(locale)
    assert.ok(formula, locale)
    for (let n = 0; n < 3_000_000; n = n < 1_200 ? n + 1 : n + 4_987)
      assert.equal(categories[formula.expression(n) ?? -1], rules.select(n), `${locale} ${n}`)
    assert.deepEqual(categoriesOf(formula, locale), categories, locale)
  }
})

test('forms that gettext and CLDR tell apart differently', () => {
  const categories = (header: string, locale: string) => {
    const formula = formulaOf(header)
    return formula && categoriesOf(formula, locale)
  }
  assert.deepEqual(categories('nplurals=2; plural=(n > 1);', 'fr'), ['one', 'other'])
  assert.deepEqual(categories('nplurals=2; plural=n>1', 'de'), ['one', 'other'])
  assert.deepEqual(categories('nplurals=1; plural=0;', 'de'), ['other'])
  assert.deepEqual(categories('nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;', 'de'), ['one', 'other', 'other'])
  const latvian = 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);'
  assert.deepEqual(categories(latvian, 'lv'), ['one', 'other', 'zero'])
  const polish =
    'nplurals=4; plural=(n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && n%10<=1) || ' +
    '(n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);'
  assert.deepEqual(categories(polish, 'pl'), ['one', 'few', 'many', 'other'])
  assert.deepEqual(categories('nplurals=2; plural=(n != 1);', 'xx-unknown'), ['one', 'other'])
})

test('an expression is worked out as C does', () => {
  const at = (text: string, n: number) => pluralExpression(text)?.(n)
  assert.equal(at('1 + 2 * 3 - 8 / 3 % 2', 0), 7)
  assert.equal(at('(1 + 2) * 3', 0), 9)
  assert.equal(at('!n', 0), 1)
  assert.equal(at('!!n', 5), 1)
  assert.equal(at('n - 1 - 1', 5), 3)
  assert.equal(at('n == 1 ? 0 : n == 2 ? 1 : 2', 3), 2)
  assert.equal(at('n ? n > 1 ? 2 : 1 : 0', 1), 1)
  assert.equal(at('n >= 2 && n <= 4 || n == 9', 9), 1)
})

test('no formula: what is none, divides by nothing, or was made to last', () => {
  const hostile = [
    '',
    'nplurals=INTEGER; plural=EXPRESSION;',
    'nplurals=2; plural=',
    'nplurals=0; plural=0;',
    'nplurals=99; plural=0;',
    'nplurals=2; plural=n %% 2;',
    'nplurals=2; plural=(n;',
    'nplurals=2; plural=n 1;',
    'nplurals=2; plural=x;',
    'nplurals=2; plural=constructor;',
    'nplurals=2; plural=n / (n - 5);',
    'nplurals=2; plural=(1 % n) > 0;',
    `nplurals=2; plural=${'('.repeat(500)}n${')'.repeat(500)};`,
    `nplurals=2; plural=${'n ? '.repeat(400)}0;`,
    `nplurals=2; plural=${'n+'.repeat(100_000)}n;`,
  ]
  for (const header of hostile) assert.equal(formulaOf(header), undefined, header.slice(0, 60))
  assert.ok(formulaOf(`nplurals=2; plural=${'!'.repeat(1_000)}n;`))
})
