import { lengthHintOf } from './length-hint.ts'
import { type I18next, Marking } from './marking.ts'
import { Neighborhood } from './neighbors.ts'
import { type Observation, Outbox } from './outbox.ts'
import { screenGroupOf } from './screen-group.ts'
import { type ShownText, ShownTexts } from './shown-texts.ts'
import { translationRoleOf, uiTypeOf } from './ui-type.ts'
import { watchPage } from './watch-page.ts'
import { whenIdle } from './when-idle.ts'

export interface CollectorOptions {
  i18next: I18next
  /** Where observations are sent: `/__parlance/observations` of the companion. */
  endpoint: string
  /** What the screen is called that is shown now; without it, the path of the page without what identifies things. */
  screen?: () => string
  /** What i18next calls the project's default namespace: as its backend has it, else `translation`. */
  defaultNamespace?: string
}

/** What the service takes, in characters. */
const LONGEST = { label: 255, namespace: 255, key: 768, text: 1000 }
/** What the default namespace is called in the service. */
const DEFAULT = 'default'

const running = new WeakMap<I18next, () => void>()

/** Reports where and how texts are shown, until it is stopped. Without a page it does nothing. */
export function collectContext({ i18next, endpoint, screen, defaultNamespace }: CollectorOptions): { stop(): void } {
  if (typeof document === 'undefined') return { stop() {} }
  // An application that was loaded anew while it ran starts another.
  running.get(i18next)?.()
  const marking = new Marking(i18next)
  const texts = new ShownTexts()
  const outbox = new Outbox(endpoint)
  const isDefault = (namespace: string) => namespace === (defaultNamespace ?? ofBackend(i18next))
  const screenGroup = () => cut(screen?.() ?? screenGroupOf(location.pathname), LONGEST.label)
  const looking = whenIdle<ShownText>(() => {
    const page: Page = { neighborhood: new Neighborhood(texts), isDefault, screenGroup: screenGroup() }
    return (shown) => {
      if (shown.node.isConnected && isSendable(shown)) outbox.add(observe(shown, page))
    }
  })
  const unwatch = watchPage(texts, looking.add)
  const stop = () => {
    if (running.get(i18next) !== stop) return
    running.delete(i18next)
    marking.stop()
    unwatch()
    looking.stop()
    outbox.stop()
  }
  running.set(i18next, stop)
  return { stop }
}

/** As it is in one turn. */
interface Page {
  neighborhood: Neighborhood
  isDefault: (namespace: string) => boolean
  screenGroup: string
}

function observe(shown: ShownText, { neighborhood, isDefault, screenGroup }: Page): Observation {
  const { namespace, key, element, attribute } = shown
  const uiType = uiTypeOf(element)
  return {
    ...(isDefault(namespace) ? {} : { namespace }),
    key,
    uiType,
    translationRole: translationRoleOf(element, attribute, uiType),
    lengthHint: lengthHintOf(shown),
    neighbors: neighborhood
      .of(shown)
      .filter((near) => isSendable(near.shown))
      .map(({ role, shown: near }) => ({
        role,
        namespace: isDefault(near.namespace) ? DEFAULT : near.namespace,
        key: near.key,
        // Of a text with elements in it, the mark is behind the last of them.
        text: cut(near.text || (near.element.textContent ?? '').trim(), LONGEST.text),
      })),
    screenGroup,
  }
}

const isSendable = ({ namespace, key }: ShownText) => fits(key, LONGEST.key) && fits(namespace, LONGEST.namespace)

/** Counted only where it matters. */
const fits = (text: string, longest: number) => text.length <= longest || [...text].length <= longest

const cut = (text: string, longest: number) => (fits(text, longest) ? text : [...text].slice(0, longest).join(''))

function ofBackend({ options }: I18next): string {
  const { backend } = options as { backend?: { defaultNamespace?: string } }
  return backend?.defaultNamespace ?? 'translation'
}
