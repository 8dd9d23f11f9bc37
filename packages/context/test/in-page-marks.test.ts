import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApplication } from './application.ts'
import type { Running } from './in-page.ts'

const application = await startApplication()
const texts = { translation: { save: 'Save', name: 'Name', hint: 'As in your passport' } }

test('nothing of the marks is left in the page, wherever a text was put', async () => {
  const page = await application.open(texts)
  const left = await page.evaluate(async () => {
    const { t } = window as unknown as Running
    const isMarked = (text: string) => /[\u2061-\u2064]/.test(text)
    const put = {
      text: () => document.body.append(t('save')),
      html: () => document.body.insertAdjacentHTML('beforeend', `<p>${t('name')}: <b>${t('save')}</b></p>`),
      attributes: () => {
        const names = ['placeholder', 'title', 'alt', 'aria-label', 'data-x', 'value']
        const input = document.createElement('input')
        for (const name of names) input.setAttribute(name, t('hint'))
        document.body.append(input)
        for (const name of names) input.setAttribute(name, `${t('hint')}!`)
      },
      change: () => {
        const node = document.createTextNode('x')
        document.body.append(node)
        node.data = t('save')
      },
      title: () => {
        document.title = t('name')
      },
      field: () => {
        const area = document.createElement('textarea')
        area.value = t('name')
        document.body.append(area)
      },
      cut: () => document.body.append(t('save').slice(0, -1)),
      shadow: () => {
        const host = document.createElement('div')
        host.attachShadow({ mode: 'open' }).innerHTML = `<i>${t('save')}</i>`
        document.body.append(host)
        host.shadowRoot?.append(t('name'))
      },
    }
    const left: string[] = []
    for (const [name, change] of Object.entries(put)) {
      if (!isMarked(t('save'))) left.push('no text is marked')
      change()
      await Promise.resolve()
      const all = document.documentElement.getHTML({ serializableShadowRoots: true })
      const shadows = [...document.querySelectorAll('div')].map((host) => host.shadowRoot?.innerHTML ?? '')
      const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea')].map((field) => field.value)
      if ([all, ...shadows, ...fields].some(isMarked)) left.push(name)
    }
    return { left, text: document.body.innerText, title: document.title }
  })
  assert.deepEqual(left.left, [])
  assert.match(left.text, /Name: Save/)
  assert.equal(left.title, 'Name')
})

test('the end leaves a clean page, plain texts, and no one watching', async () => {
  const page = await application.open(texts)
  const found = await page.evaluate(async () => {
    const { t, i18next, collector } = window as unknown as Running
    const before = JSON.stringify(i18next.options.postProcess)
    document.body.append(t('save'))
    collector.stop()
    const html = document.body.innerHTML
    document.body.append('\u2064\u2061\u2064')
    await Promise.resolve()
    const isWatched = !document.body.innerHTML.includes('\u2064')
    collector.stop()
    return { html, isWatched, text: t('save'), before, after: i18next.options.postProcess }
  })
  assert.doesNotMatch(found.html, /[\u2061-\u2064]/)
  assert.deepEqual(
    { ...found, html: '' },
    { html: '', isWatched: false, text: 'Save', before: '["parlance-context"]', after: false },
  )
})
