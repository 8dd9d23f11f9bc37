import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const line = (...lines: string[]) => `${lines.join('\n')}\n`
const file = (...lines: string[]) => line('<?php', '', ...lines)
const syntax = 'laravel' as const
const texts = (...pairs: [key: string, value: string][]): Entry[] =>
  pairs.map(([key, value]) => ({ key, value, syntax }))

export const cases: FormatCase[] = [
  {
    title: 'names are split at their dots',
    text: file('return [', "    'a' => 'it\\'s',", "    'b' => [", "        'c-d' => ':count | 2',", '    ],', '];'),
    entries: texts(['a', "it's"], ['b.c-d', ':count | 2']),
  },
  { title: 'nothing', text: file('return [];'), entries: [] },
  {
    title: 'descriptions are comments above',
    text: file('return [', '    // On a button.', '    // Short!', "    'a' => 'Go',", "    'b' => '',", '];'),
    entries: [
      { key: 'a', value: 'Go', syntax, description: 'On a button.\nShort!' },
      { key: 'b', value: '', syntax },
    ],
  },
  {
    title: 'what would end the program in a description',
    text: file('return [', '    /* <?= $a ?> */', "    'a' => 'x',", '];'),
    entries: [{ key: 'a', value: 'x', syntax, description: '<?= $a ?>' }],
  },
  {
    title: 'what cannot be seen is escaped',
    text: file(
      'return [',
      '    \'a\' => "\\\\ \\n\\r\\t\\v\\f\\e\\x07 \\$x {\\$ $5 \\" \' é 😀",',
      "    'b' => '$x {$x} \\\\n é',",
      '];',
    ),
    entries: texts(['a', '\\ \n\r\t\v\f\u001b\u0007 $x {$ $5 " \' é 😀'], ['b', '$x {$x} \\n é']),
  },
  {
    title: 'lists, where they are asked for',
    text: file(
      'return [',
      "    'a' => [",
      "        'x',",
      '        [',
      "            'b' => 'y',",
      '        ],',
      '    ],',
      '];',
    ),
    entries: texts(['a.0', 'x'], ['a.1.b', 'y']),
    options: { options: { arrays: 'lists' } },
  },
  {
    title: 'arrays with numbers for names otherwise',
    text: file('return [', "    'a' => [", "        '0' => 'x',", '    ],', '];'),
    entries: texts(['a.0', 'x']),
  },
  {
    title: 'a plural of ICU stays one',
    text: file('return [', "    'a' => '{n, plural, other {x}}',", '];'),
    entries: [{ key: 'a', value: '{n, plural, other {x}}', isPlural: true }],
    only: 'write',
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'a' }],
  },
  {
    title: 'all ways of writing texts',
    text: line(
      '<?php',
      'declare(strict_types=1);',
      '/* about the file */',
      'RETURN ARRAY (',
      `  'a' => 'x\\\\y\\'z\\n$a {$b}',`,
      `  "b" => "\\n\\t\\r\\v\\e\\f\\\\\\$\\"\\'\\101\\x41\\u{1F600}\\xc3\\xa9\\q $ $1 {a}",`,
      `  'c' => 'one ' . "two\\n"`,
      `    . 'three',`,
      "  'd' => <<<EOT",
      '    first "\\t\\"',
      '',
      '      second EOT',
      '    EOT,',
      "  'e' => <<<'X_Y'",
      '$a \\n',
      'X_Y',
      ')  ;',
      '?>',
      "<?php return 'x';",
    ),
    entries: texts(
      ['a', "x\\y'z\\n$a {$b}"],
      ['b', '\n\t\r\v\u001b\f\\$"\\\'AA😀é\\q $ $1 {a}'],
      ['c', 'one two\nthree'],
      ['d', 'first "\t\\"\n\n  second EOT'],
      ['e', '$a \\n'],
    ),
    only: 'read',
  },
  {
    title: 'names that are numbers, and members without one',
    text: "<?php return ['x', 7 => 'y', 'z', '9' => 'v', 0x10 => 'w', -3 => 'u', 010 => 't', ['q']];",
    entries: texts(['0', 'x'], ['7', 'y'], ['8', 'z'], ['9', 'v'], ['16', 'w'], ['-3', 'u']).concat(
      texts(['17.0', 'q']),
    ),
    only: 'read',
    remarks: [{ severity: 'error', code: 'duplicate_key', key: '8' }],
  },
  {
    title: 'comments that are directly before a name',
    text: file(
      '// About the file.',
      'return [',
      "    'a' => '1', // not about b",
      "    'b' => '2', # nor about c",
      '    /*',
      '    | far away',
      '    */',
      '',
      "    'c' => '3',",
      '    /**',
      '     * Two',
      '     *   lines.',
      '     */',
      "    'd' => '4', /* beside */ 'e' => '5',",
      '    // phpcs:ignore',
      "    'f' => '6',",
      '    # of g',
      "    'g' => '7',",
      '];',
    ),
    entries: [
      ...texts(['a', '1'], ['b', '2'], ['c', '3']),
      { key: 'd', value: '4', syntax, description: 'Two\n  lines.' },
      { key: 'e', value: '5', syntax, description: 'beside' },
      { key: 'f', value: '6', syntax },
      { key: 'g', value: '7', syntax, description: 'of g' },
    ],
    only: 'read',
  },
  {
    title: 'what only a program could work out is left alone',
    text: line(
      '<?php',
      'use A\\B;',
      "if (!defined('X')) { return ['no' => 'x']; }",
      "function f() { return ['no' => 'x']; }",
      'return [',
      '  ...$base,',
      "  'a' => 'x' . $y,",
      '  \'b\' => "x $y [",',
      "  'b2' => \"x {$y['z']}\",",
      `  'b3' => "x \${y}",`,
      "  'c' => __('x', ['z' => ')']),",
      "  'd' => fn ($x) => [1, ','],",
      "  'e' => function () { return ','; },",
      "  B::KEY => 'x',",
      "  $k => 'x',",
      "  'k' . 1 => 'x',",
      "  'g' => ['1', '2'][0],",
      "  'h' => $c ? 'a' : 'b',",
      "  'h2' => array('x') + array('y'),",
      "  'i' => \\PHP_EOL,",
      '  \'j\' => "\\xff",',
      "  'k' => `ls ]`,",
      "  1.5 => 'x',",
      "  'l' => 'ok',",
      '];',
    ),
    entries: texts(['l', 'ok']),
    only: 'read',
    remarks: [
      '...$base',
      ...['a', 'b', 'b2', 'b3', 'c', 'd', 'e'],
      'B::KEY',
      '$k',
      "'k'",
      ...['g', 'h', 'h2', 'i', 'j', 'k'],
      '1.5',
    ].map((key) => ({ severity: 'warning' as const, code: 'unsupported_entry' as const, key })),
  },
  {
    title: 'numbers, truths, nothing, lists',
    text: "<?php return ['a' => 1_0.50, 'b' => -2, 'c' => TRUE, 'd' => null, 'e' => [NULL, 'x', 010, f(), 'y',]];",
    entries: texts(['a', '1_0.50'], ['b', '-2'], ['c', 'TRUE'], ['d', ''], ['e.1', 'x'], ['e.2', '010'], ['e.4', 'y']),
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'number_as_text', key: 'a' },
      { severity: 'warning', code: 'number_as_text', key: 'b' },
      { severity: 'warning', code: 'number_as_text', key: 'c' },
      { severity: 'error', code: 'null_value', key: 'd' },
      { severity: 'warning', code: 'number_as_text', key: 'e.2' },
      { severity: 'warning', code: 'unsupported_entry', key: 'e.3' },
    ],
  },
  {
    title: 'names that come twice, in one array or by two ways',
    text: "<?php return ['a' => '1', 'a' => '2', 'b.c' => '3', 'b' => ['c' => '4']];",
    entries: texts(['a', '1'], ['b.c', '3']),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'duplicate_key', key: 'a' },
      { severity: 'error', code: 'duplicate_key', key: 'b.c' },
    ],
  },
  {
    title: 'what cannot be kept',
    text: `<?php return ['' => '', 'z' => "\\0", 'v' => '${'v'.repeat(limits.value + 1)}'];`,
    entries: texts(['', ''], ['z', ''], ['v', '']),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'invalid_key' },
      { severity: 'error', code: 'encoding', key: 'z' },
      { severity: 'error', code: 'value_too_long', key: 'v' },
    ],
  },
  {
    title: 'more than 64 levels',
    text: `<?php return ${"['a' => ".repeat(65)}'x'${']'.repeat(65)};`,
    entries: [],
    only: 'read',
    remarks: [{ severity: 'error', code: 'too_deep', key: Array(64).fill('a').join('.') }],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'nothing', text: '', code: 'syntax_error' },
  { title: 'no PHP', text: "return ['a' => 'b'];", code: 'syntax_error' },
  { title: 'no array', text: '<?php return 5;', code: 'syntax_error' },
  { title: 'an array that is worked on', text: "<?php return ['a' => 'b'] + $c;", code: 'syntax_error' },
  { title: 'an array that a function makes', text: "<?php return array_merge(['a' => 'b']);", code: 'syntax_error' },
  { title: 'an array without an end', text: "<?php return ['a' => 'b', ", code: 'syntax_error' },
  { title: 'a text without an end', text: "<?php return ['a' => 'b\n ]", code: 'syntax_error' },
  { title: 'lines without an end', text: "<?php return ['a' => <<<X\nb\n];", code: 'syntax_error' },
  { title: 'a missing comma', text: "<?php return ['a' => [] 'b' => ''];", code: 'syntax_error' },
  { title: 'brackets that do not fit', text: "<?php return ['a' => ['b')];", code: 'syntax_error' },
  { title: 'code in too many brackets', text: `<?php ${'('.repeat(20_000)}`, code: 'too_deep' },
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x3c, 0x3f, 0xff), code: 'encoding' },
]

const base = file(
  'return [',
  '',
  '    // first',
  "    'b' => 'x', // beside",
  '    \'d\' => "y",',
  '',
  "    'f' => array( 'g' => <<<EOT",
  '      z',
  '      EOT ),',
  '    ...$other,',
  '];',
)

export const patches: PatchCase[] = [
  {
    title: 'in the quotes that are there',
    base,
    entries: texts(['b', "it's $a"], ['d', 'say "it\'s" $a\n'], ['f.g', '$a {$b}\n\n\\ "c" $']),
    text: base
      .replace("'x'", () => "'it\\'s $a'")
      .replace('"y"', () => '"say \\"it\'s\\" \\$a\\n"')
      .replace('      z\n', () => '      \\$a {\\$b}\n\n      \\\\ "c" $\n'),
  },
  {
    title: 'where the quotes that are there cannot hold it',
    base,
    entries: texts(['b', 'x\ny'], ['d', 'y'], ['f.g', 'a\nEOT;']),
    text: base.replace("'x'", '"x\\ny"').replace('<<<EOT\n      z\n      EOT', '"a\\nEOT;"'),
  },
  {
    title: 'lines in single quotes stay lines',
    base: "<?php return ['a' => 'x\n\ty', 'b' => 'z'];",
    entries: texts(['a', "x\n\tit's"], ['b', 'z']),
    text: "<?php return ['a' => 'x\n\tit\\'s', 'b' => 'z'];",
  },
  {
    title: 'new names where they belong',
    base,
    entries: [
      ...texts(['a', '1'], ['b', 'x'], ['d', 'y'], ['f.g', 'z'], ['f.h', '2']),
      { key: 'c-c.x', value: '3', syntax, description: 'new' },
    ],
    text: base
      .replace('    // first', "    'a' => '1',\n    // first")
      .replace('// beside\n', "// beside\n    'c-c' => [\n        // new\n        'x' => '3',\n    ],\n")
      .replace('EOT ),', "EOT, 'h' => '2' ),"),
  },
  {
    title: 'new names at the end where the others are not sorted, as they are written there',
    base: '<?php\r\nreturn array(\r\n\t"b" => "x",\r\n\t"a" => "y" # end\r\n);',
    entries: texts(['a', 'y'], ['b', 'x'], ['aa', '1'], ['c.d', '2']),
    text: '<?php\r\nreturn array(\r\n\t"b" => "x",\r\n\t"a" => "y", # end\r\n\t"aa" => "1",\r\n\t"c" => array(\r\n\t\t"d" => "2"\r\n\t)\r\n);',
  },
  {
    title: 'into what is empty',
    base: '<?php return [];\n',
    entries: texts(['a.b', 'x'], ['c', 'y']),
    text: "<?php return [\n    'a' => [\n        'b' => 'x',\n    ],\n    'c' => 'y',\n];\n",
  },
  {
    title: 'what the project does not have goes, where that is asked for, with what is about it',
    base,
    entries: texts(['d', 'y'], ['z', 'new']),
    options: { prune: true },
    text: file('return [', '', '    \'d\' => "y",', "    'z' => 'new',", '', '    ...$other,', '];'),
  },
  {
    title: 'what goes from lists',
    base: "<?php return ['a' => ['1', '2', '3'], 'b' => 'x'];\n",
    entries: texts(['a.1', '2'], ['b', 'x']),
    options: { prune: true },
    text: "<?php return ['a' => [null, '2'], 'b' => 'x'];\n",
  },
  {
    title: 'lists grow at their end, and take what fits nowhere else',
    base: "<?php return ['a' => ['x', null]];\n",
    entries: texts(['a.0', 'x'], ['a.1', 'y'], ['a.2', 'z'], ['a.b', '-']),
    text: "<?php return ['a' => ['x', 'y', 'z']];\n",
    remarks: [{ severity: 'warning', code: 'key_not_representable', key: 'a.b' }],
  },
  {
    title: 'numbers stay numbers, texts that are joined become one, and what is worked out stays as it is',
    base: "<?php return ['a' => 1, 'b' => true, 'c' => 2, 'd' => f(), 'g' => 'h'\n . 'i'];\n",
    entries: texts(['a', '3'], ['b', 'FALSE'], ['c', '010'], ['d', 'text'], ['g', 'j']),
    text: "<?php return ['a' => 3, 'b' => FALSE, 'c' => '010', 'd' => f(), 'g' => 'j'];\n",
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'd' }],
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const code = fc.string({
  unit: fc.constantFrom('$', '{', '\\', "'", '"', 'a', '\n', '}', '<', '?', '>', '\t', '5', 'x', 'é'),
})
const description = fc.option(fc.stringMatching(/^[a-z]([a-z\n ]{0,20}[a-z])?$/), { nil: undefined })

export const arbitrary = fc.uniqueArray(
  fc.record({
    key: fc.oneof(text, code).filter((some) => some !== ''),
    value: fc.oneof(text, code),
    syntax: fc.constant(syntax),
    description: description.map((some) => some?.replaceAll(/ +\n/g, '\n') ?? ''),
  }),
  { selector: ({ key }) => key },
)
