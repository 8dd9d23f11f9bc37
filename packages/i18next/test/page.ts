// The program of a page: what it shows is drawn anew whenever i18next has loaded something.
import i18next from 'i18next'
import { ParlanceBackend } from '../src/index.ts'

const title = document.createElement('h1')
document.body.append(title)
const draw = () => {
  title.textContent = i18next.t('cart.title', { defaultValue: '' })
}
i18next.on('loaded', draw)
await i18next.use(ParlanceBackend).init({ lng: 'de', fallbackLng: 'en', backend: { dev: '/__parlance' } })
draw()
