import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { onThisMachine } from '../../../../test/this-machine.ts'

const service = await startService()

async function emptyGlossary() {
  const { owner, orgId } = await createScene(service)
  const inOrg = { params: { orgId } }
  return {
    owner,
    inOrg,
    send: (content: string, conflictStrategy = 'skip') =>
      service.ok(owner, 'importGlossaryTbx', { ...inOrg, body: { content, conflictStrategy } }),
    terms: async () => (await service.ok(owner, 'listTerms', inOrg)).terms,
  }
}

const DCA = `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
  <tbxHeader><fileDesc><sourceDesc><p>by hand</p></sourceDesc></fileDesc></tbxHeader>
  <text><body>
    <conceptEntry id="c1">
      <descrip type="subjectField">trade</descrip>
      <note>About carts</note>
      <langSec xml:lang="en">
        <descripGrp><descrip type="definition">What one
            pushes</descrip><admin type="source">me</admin></descripGrp>
        <termSec>
          <term>shopping
            <hi>cart</hi></term>
          <termNote type="partOfSpeech">noun</termNote>
          <termNote type="administrativeStatus">preferredTerm-admn-sts</termNote>
        </termSec>
      </langSec>
      <langSec xml:lang="de_DE"><termSec><term>?</term></termSec></langSec>
      <langSec xml:lang="de">
        <termSec>
          <term><![CDATA[Korb & Co]]></term>
          <termNote type="grammaticalGender">masculine</termNote>
          <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote>
          <note>Nicht mehr</note>
        </termSec>
      </langSec>
    </conceptEntry>
  </body></text>
</tbx>`

const DCT = DCA.replace('style="dca"', 'style="dct"')
  .replace('xmlns=', 'xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic" xmlns=')
  .replaceAll(/<descrip type="(\w+)">([^<]*)<\/descrip>/g, '<basic:$1>$2</basic:$1>')
  .replaceAll(/<termNote type="(\w+)">([^<]*)<\/termNote>/g, '<min:$1>$2</min:$1>')

const MARTIF = DCA.replace(/<tbx [^>]*>/, '<martif type="TBX" xml:lang="en">')
  .replace(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?xml version="1.0"?><!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">',
  )
  .replaceAll('tbxHeader', 'martifHeader')
  .replaceAll('conceptEntry', 'termEntry')
  .replaceAll('langSec', 'langSet')
  .replaceAll('<termSec>', '<ntig><termGrp>')
  .replaceAll('</termSec>', '</termGrp></ntig>')
  .replace('</tbx>', '</martif>')

for (const [name, content] of Object.entries({ DCA, DCT, MARTIF, 'with a BOM': `\ufeff${DCA}` })) {
  test(`reads ${name}`, async () => {
    const { send, terms } = await emptyGlossary()
    assert.deepEqual(await send(content), {
      imported: 1,
      skipped: 0,
      updated: 0,
      errors: [{ row: 1, message: 'Unknown locale: de_DE' }],
    })
    const [term] = await terms()
    assert.deepEqual(
      [term?.conceptId, term?.term, term?.definition, term?.subject, term?.partOfSpeech, term?.description],
      ['c1', 'shopping cart', 'What one pushes', 'trade', 'noun', 'About carts'],
    )
    const { id, localeId, ...german } = term?.translations[0] ?? {}
    assert.deepEqual(german, {
      localeCode: 'de',
      text: 'Korb & Co',
      termType: 'forbidden',
      partOfSpeech: null,
      gender: 'masculine',
      description: 'Nicht mehr',
    })
  })
}

test('the same concept is skipped, overwritten or merged', async () => {
  const { send, terms } = await emptyGlossary()
  await send(DCA)
  assert.equal((await send(DCA)).skipped, 1)
  const changed = DCA.replace('Korb & Co', 'Wagen')
  assert.equal((await send(changed, 'merge')).skipped, 1)
  assert.equal((await send(changed, 'overwrite')).updated, 1)
  assert.equal((await terms())[0]?.translations[0]?.text, 'Wagen')
})

test('too long a text is told with the number of its concept, and the rest is imported', async () => {
  const { send, terms } = await emptyGlossary()
  const entry = (id: string, text: string, definition = 'd') =>
    `<conceptEntry id="${id}"><descrip type="definition">${definition}</descrip><langSec xml:lang="en"><termSec><term>${text}</term></termSec></langSec></conceptEntry>`
  const entries = [
    entry('a', 'x'.repeat(501)),
    entry('b', 'fine'),
    entry('c', 'long', 'x'.repeat(2001)),
    entry('d', ''),
  ]
  const answer = await send(`<tbx><text><body>${entries.join('')}</body></text></tbx>`)
  assert.deepEqual(answer, {
    imported: 1,
    skipped: 0,
    updated: 0,
    errors: [
      { row: 1, message: 'text has more than 500 characters' },
      { row: 3, message: 'definition has more than 2000 characters' },
      { row: 4, message: 'A term has no text' },
    ],
  })
  assert.deepEqual(
    (await terms()).map(({ term }) => term),
    ['fine'],
  )
})

describe('400 for what is no TBX, and nothing is written', () => {
  const laughs = `<!DOCTYPE tbx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><tbx><text>&b;</text></tbx>`
  const outside = `<!DOCTYPE tbx [<!ENTITY a SYSTEM "file:///etc/passwd">]><tbx><text>&a;</text></tbx>`
  const cases: Record<string, string> = {
    'nothing at all': '',
    'no XML': 'locale_code,term',
    'another root': '<tmx version="1.4"/>',
    'an end that is missing': DCA.slice(0, -20),
    'two roots': '<tbx/><tbx/>',
    'entities that multiply': laughs,
    'entities from outside': outside,
    'a million elements in each other': `<tbx>${'<a>'.repeat(1_000_000)}`,
    'a control character': '<tbx>\u0001</tbx>',
  }
  for (const [name, content] of Object.entries(cases)) {
    test(name, async () => {
      const { owner, inOrg, terms } = await emptyGlossary()
      const began = performance.now()
      const body = { content, conflictStrategy: 'skip' }
      const answer = await service.call(owner, 'importGlossaryTbx', { ...inOrg, body })
      assert.equal(answer.status, 400)
      assert.equal((answer.body as { code: string }).code, 'VALIDATION_ERROR')
      assert.doesNotMatch(JSON.stringify(answer.body), /root:|passwd/)
      assert.ok(performance.now() - began < onThisMachine(2_000))
      assert.deepEqual(await terms(), [])
    })
  }
})

test('a DOCTYPE is passed over, and a file of 10 MB is taken, one byte more is not', async () => {
  const { owner, inOrg } = await emptyGlossary()
  const limit = 10 * 2 ** 20
  const file = (bytes: number) =>
    `<!DOCTYPE tbx SYSTEM "x.dtd"><tbx><!--${'é'.repeat(Math.floor(bytes / 2) - 50)}--></tbx>`
  const padded = (bytes: number) => file(bytes).padEnd(file(bytes).length + bytes - Buffer.byteLength(file(bytes)), ' ')
  const send = (content: string) => ({ ...inOrg, body: { content, conflictStrategy: 'skip' } })
  const taken = await service.call(owner, 'importGlossaryTbx', send(padded(limit)))
  assert.deepEqual([taken.status, taken.body], [200, { imported: 0, skipped: 0, updated: 0, errors: [] }])
  await service.refused(owner, 'importGlossaryTbx', send(padded(limit + 1)), 'bodyTooLarge')
  await service.refused(owner, 'importGlossaryTbx', { ...inOrg, body: {} }, 'fieldRequired', { field: 'content' })
})

test('14.8 a content with U+0000 or a lone surrogate is refused as such', async () => {
  const { owner, inOrg, terms } = await emptyGlossary()
  for (const odd of ['\0', '\ud83d', '\udc00x']) {
    const body = { content: DCA.replace('About carts', odd), conflictStrategy: 'skip' }
    await service.refused(owner, 'importGlossaryTbx', { ...inOrg, body }, 'validationError', { field: 'content' })
  }
  assert.deepEqual(await terms(), [])
})
