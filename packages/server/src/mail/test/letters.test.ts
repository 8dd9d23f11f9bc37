import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract } from '@parlance/contract'
import { join, type Person, register } from '../../../test/factories.ts'
import { atEnd, nobody, startService } from '../../../test/harness.ts'
import { mailThrough, PUBLIC_URL, type ReceivedMail, startMailServer } from '../../../test/mail-server.ts'
import { until } from '../../../test/until.ts'
import { acceptedLanguage, chosenLanguage, mailTexts } from '../languages.ts'
import { inOneLine } from '../letter.ts'
import { Mailer } from '../mailer.ts'

const server = await startMailServer()
const service = await startService(mailThrough(`smtp://127.0.0.1:${server.port}`))
const mailer = new Mailer(service.services)
atEnd(() => mailer.close())
const owner = await register(service)
const { orgId } = owner
let addresses = 0

async function invited({ email = `guest${++addresses}@example.com`, headers = {} } = {}) {
  const request = { params: { orgId }, body: { role: 'developer' as const, email }, headers }
  const { inviteToken } = await service.ok(owner, 'createMember', request)
  const link = `${PUBLIC_URL}/invite/${inviteToken}`
  await until('the mail', () =>
    server.to(email).some(({ raw, read }) => `${raw}${read.text}`.includes(inviteToken ?? '')),
  )
  return { mail: server.to(email).at(-1) as ReceivedMail, link, token: inviteToken ?? '', email }
}

const choose = (person: Person, language: string) =>
  service.ok(person, 'putPreferences', { body: { console: { language } } })
const rename = (name: string) => service.ok(owner, 'updateOrganization', { params: { orgId }, body: { name } })

describe('an invitation', () => {
  test('says who invites to what, as what and until when, in text and in HTML, and its link is that of the answer', async () => {
    await rename('Corner shop')
    const { mail, link, token, email } = await invited()
    const { read } = mail
    const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
    const { expiresAt } = await service.ok(nobody, 'getInvite', { params: { token } })
    assert.equal(read.subject, `${owner.name} invites you to Corner shop`)
    for (const said of [
      `${owner.name} (${owner.email}) invites you to the organization Corner shop on Parlance. Your role: Developer.`,
      `Join Corner shop:\n${link}\n`,
      `until ${until.format(new Date(expiresAt))}`,
    ])
      assert.ok(read.text?.includes(said), `${read.text} should say ${said}`)
    assert.ok(read.html?.includes(`<a href="${link}">`))
    assert.deepEqual([mail.from, mail.to], ['l10n@example.com', [email]])
    assert.deepEqual(read.from, { name: 'Parlance', address: 'l10n@example.com' })
    const headers = Object.fromEntries(read.headers.map(({ key, value }) => [key, value]))
    assert.equal(headers['auto-submitted'], 'auto-generated')
    assert.equal(headers['content-language'], 'en')
  })

  test('loads nothing and follows nobody', async () => {
    const { mail } = await invited()
    assert.doesNotMatch(mail.read.html ?? '', /<(img|link|script|iframe|style)\b|url\(/i)
    assert.equal(mail.read.attachments.length, 0)
  })

  test('again, and a reset link that somebody makes for somebody else, come by mail too', async () => {
    const { email, token } = await invited()
    const { members } = await service.ok(owner, 'listMembers', { params: { orgId }, query: { search: email } })
    const userId = members[0]?.userId ?? 0
    const renewed = await service.ok(owner, 'renewInvitation', { params: { orgId, userId } })
    assert.equal(renewed.isMailed, true)
    await until('the second mail', () => server.to(email).length === 2)
    assert.notEqual(renewed.inviteToken, token)
    const member = await join(service, owner, orgId, 'viewer')
    const made = await service.ok(owner, 'createResetLink', { params: { orgId, userId: member.userId } })
    assert.equal(made.isMailed, true)
    await until('the link', () =>
      server.to(member.email).some(({ read }) => read.text?.includes(`${PUBLIC_URL}/reset/${made.token}`)),
    )
    const text = server.to(member.email).at(-1)?.read.text ?? ''
    assert.match(
      text,
      new RegExp(`^${owner.name} \\(${owner.email}\\) of the organization Corner shop has made a link`),
    )
  })
})

describe('names are what people wrote, and nothing else', () => {
  test('a line break in a name neither ends a header nor begins a paragraph', async () => {
    await rename('Shop\r\nBcc: everybody@example.com\r\n\r\nYou have won')
    const { mail } = await invited()
    assert.deepEqual(mail.to.length, 1)
    assert.equal(mail.read.subject, `${owner.name} invites you to Shop Bcc: everybody@example.com You have won`)
    assert.equal(mail.read.bcc, undefined)
    assert.doesNotMatch(mail.raw.split('\r\n\r\n', 1)[0] ?? '', /^bcc:/im)
  })

  test('letters of any script arrive as they are', async () => {
    await rename('Übersetzer & Söhne 翻訳 <b>„متجر“</b> 🛒')
    const { mail } = await invited()
    const { subject, text, html } = mail.read
    assert.match(subject ?? '', /Übersetzer & Söhne 翻訳 <b>„متجر“<\/b> 🛒/)
    assert.match(text ?? '', /Übersetzer & Söhne 翻訳/)
    assert.ok(html?.includes('<bdi>Übersetzer &amp; Söhne 翻訳 &lt;b&gt;„متجر“&lt;/b&gt; 🛒</bdi>'))
  })

  test('one that is very long is cut, and marks that turn the direction are left out', () => {
    assert.equal([...inOneLine('x'.repeat(255))].length, 100)
    assert.equal(inOneLine('\u202Egnp.\u2069exe\u2028 \t a'), 'gnp.exe a')
  })
})

describe('a mail is in the language', () => {
  test('that its receiver has chosen, else in that of whoever invites, else in that of their browser', async () => {
    await rename('Shop')
    const headers = { 'accept-language': 'xx, fr-CA;q=0.8, de;q=0.5' }
    assert.match((await invited({ headers })).mail.read.subject ?? '', /vous invite à rejoindre Shop/)
    await choose(owner, 'de')
    assert.match((await invited({ headers })).mail.read.subject ?? '', /lädt Sie zu Shop ein/)
    const guest = await register(service)
    await choose(guest, 'ja')
    const { mail } = await invited({ email: guest.email })
    assert.equal(mail.read.subject, `${owner.name} さんから Shop への招待`)
    assert.match(mail.read.html ?? '', /<html lang="ja" dir="ltr">/)
  })

  test('from right to left in Arabic, with names that keep their own direction', async () => {
    await choose(owner, 'ar')
    const { mail, link } = await invited()
    assert.match(mail.read.html ?? '', /<html lang="ar" dir="rtl">/)
    assert.match(mail.read.html ?? '', /<bdi>Shop<\/bdi>/)
    assert.match(mail.read.subject ?? '', /\u2068Shop\u2069/)
    assert.ok(mail.read.text?.split('\n').includes(link), 'a link that can be pasted')
  })

  test('or in English, whatever stands in the preferences', () => {
    for (const said of ['{}', '{"console":null}', '{"console":{"language":"tlh"}}', '{"console":["de"]}', null])
      assert.equal(chosenLanguage(said), undefined)
    for (const said of [undefined, '', '*', 'tlh', 'x', 'de;q=0', 'zh-Hant'])
      assert.equal(acceptedLanguage(said), undefined)
    assert.equal(acceptedLanguage('en;q=0.1, zh-CN'), 'zh-Hans')
    assert.equal(acceptedLanguage('pt'), 'pt-BR')
  })
})

test('every language says everything, with the same things to fill in, and every role has a name', () => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [language, texts] of Object.entries(mailTexts)) {
    assert.deepEqual(Object.keys(texts), Object.keys(mailTexts.en), language)
    for (const [id, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '')
      assert.deepEqual(placeholders(text), placeholders(mailTexts.en[id as keyof typeof texts]), `${language} ${id}`)
    }
  }
  const { role } = contract.createMember.body.properties
  for (const name of role.enum as string[]) assert.ok(`role.${name}` in mailTexts.en)
})
