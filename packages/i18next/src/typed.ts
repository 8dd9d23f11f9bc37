/** What i18next is told beside parameters. */
interface Beside {
  lng?: string
  context?: string
  defaultValue?: string
}

/** Nothing need be given where nothing is required. */
type Given<Params> = object extends Params ? [params?: Params & Beside] : [params: Params & Beside]

type ScopedT<Scope> = <Key extends keyof Scope & string>(key: Key, ...given: Given<Scope[Key]>) => string

export interface TypedT<Texts> {
  /** The texts of one namespace, by their keys. */
  scope<Namespace extends keyof Texts & string>(namespace: Namespace): ScopedT<Texts[Namespace]>
}

/** As much of i18next as is needed, of whatever version: its own types take long, and say less. */
interface I18next {
  t: (...args: never[]) => unknown
  options?: object
}

/**
 * `t` for the keys and parameters that `parlance types` has written. It asks i18next at each call, so the language may
 * change in between. `projectDefault` is the name that the project's default namespace has there; in i18next it has the
 * backend's `defaultNamespace`.
 */
export function typed<Texts>(i18next: I18next, { projectDefault = 'default' } = {}): TypedT<Texts> {
  return {
    scope: (namespace) => {
      const named = namespace === projectDefault ? defaultOf(i18next) : namespace
      // Keys may hold what separates namespaces, so the namespace is said apart.
      const t = i18next.t as (key: string, options: object) => unknown
      return (key, ...given) => String(t(key, { ...given[0], ns: named, nsSeparator: false }))
    },
  }
}

function defaultOf({ options }: I18next): string {
  const { backend } = (options ?? {}) as { backend?: { defaultNamespace?: string } }
  return backend?.defaultNamespace ?? 'translation'
}
