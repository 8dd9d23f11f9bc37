// Without this script the guide can be read all the same.

const pages = document.querySelector('.pages')
// On a narrow screen the list of pages would stand before every page.
if (window.innerWidth < 960) pages.open = false
pages.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })

const chapters = [...pages.querySelectorAll('.chapter')].map((chapter) => ({
  chapter,
  wasOpen: chapter.open,
  links: [...chapter.querySelectorAll('li')].map((item) => ({
    item,
    text: `${item.textContent} ${item.querySelector('a').pathname.split('/').at(-1)}`.toLowerCase(),
  })),
}))

document.querySelector('#filter').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const { chapter, wasOpen, links } of chapters) {
    for (const { item, text } of links) item.hidden = !words.every((word) => text.includes(word))
    chapter.hidden = links.every(({ item }) => item.hidden)
    chapter.open = words.length > 0 ? !chapter.hidden : wasOpen
  }
})

const SHOWN = 200_000
const form = document.querySelector('#try')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(form)
})

/** What an answer says as it comes: a stream has no end. */
async function send({ dataset, elements }) {
  const told = form.querySelector('output')
  const shown = form.querySelector('pre')
  const stop = elements.stop ?? form.querySelector('#stop')
  const leaving = new AbortController()
  stop.onclick = () => leaving.abort()
  stop.hidden = false
  shown.hidden = true
  told.textContent = 'Sent …'
  const began = performance.now()
  try {
    const response = await fetch(addressFrom(dataset.path), {
      method: dataset.method,
      headers: headersFrom(elements),
      ...(elements.body ? { body: elements.body.value } : {}),
      signal: leaving.signal,
    })
    const type = response.headers.get('content-type') ?? 'no body'
    told.textContent = `${response.status} after ${Math.round(performance.now() - began)} ms, ${type}`
    shown.hidden = false
    await show(response, shown.firstElementChild)
  } catch (error) {
    if (error.name !== 'AbortError') told.textContent = `Nothing came: ${error.message}`
  } finally {
    stop.hidden = true
  }
}

const inputs = (place) => [...form.querySelectorAll(`input[data-in=${place}]`)]

function addressFrom(path) {
  const values = new Map(inputs('path').map(({ name, value }) => [name, encodeURIComponent(value)]))
  const query = new URLSearchParams(
    inputs('query').flatMap(({ name, value }) => (value === '' ? [] : [[name, value]])),
  ).toString()
  return path.replace(/\{(\w+)\}/g, (_, name) => values.get(name)) + (query && `?${query}`)
}

function headersFrom({ key, body }) {
  return {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(key?.value ? { authorization: `Bearer ${key.value.trim()}` } : {}),
  }
}

async function show(response, place) {
  const decoder = new TextDecoder()
  place.textContent = ''
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    if (place.textContent.length < SHOWN) place.textContent += decoder.decode(part.value, { stream: true })
  }
  try {
    if (place.textContent.length < SHOWN) place.textContent = JSON.stringify(JSON.parse(place.textContent), null, 2)
  } catch {
    // A file is shown as it is.
  }
}
