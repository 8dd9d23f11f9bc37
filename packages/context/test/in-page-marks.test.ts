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

test('a thousand changed nodes take less than 5 ms', async () => {
  const page = await application.open(texts)
  const best = await page.evaluate(async () => {
    const { t, i18next, collectContext, collector } = window as unknown as Running
    collector.stop()
    const list = (from: number) =>
      Array.from({ length: 250 }, (_, at) => `<li title="${t(`k${from + at}`)}">${t(`k${from + at}`)}</li>`).join('')
    for (let at = 0; at < 10_000; at++) i18next.addResource('en', 'translation', `k${at}`, `Text ${at}`)
    const times: number[] = []
    for (let round = 0; round < 30; round++) {
      const running = collectContext({ i18next, endpoint: '/__parlance/observations' })
      const section = document.createElement('section')
      // 500 elements with 500 texts in them.
      section.innerHTML = `<ul>${list(round * 250)}</ul><ul>${list(round * 250)}</ul>`
      document.body.append(section)
      section.offsetHeight
      const began = performance.now()
      running.stop()
      times.push(performance.now() - began)
      section.remove()
    }
    return times.sort((a, b) => a - b)
  })
  console.log(`1,000 nodes: ${best[0]} ms at best, ${best[15]} ms in the middle`)
  assert.ok((best[0] ?? Infinity) < 5, `${best[0]} ms`)
})
