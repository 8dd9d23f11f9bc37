import type { AnswerOf } from '@parlance/sdk'

type Project = Pick<AnswerOf<'getProject'>, 'cdnUrl' | 'cdn' | 'sourceLocaleCode'>

export interface Snippet {
  label: string
  text: string
}

interface Published {
  project: Project
  /** The names of all namespaces, that of the default one first. */
  namespaces: readonly string[]
  /** Of one of the files. */
  url: string
}

/** Lines that load the files, as they are published now, to be copied into an application. */
export function snippetsOf({ project, namespaces, url }: Published): Snippet[] {
  return [
    { label: 'i18next', text: i18nextSnippet(project, namespaces) },
    { label: 'fetch', text: `const response = await fetch('${url}')\nconst texts = await response.json()` },
    { label: 'curl', text: `curl --compressed '${url}'` },
  ]
}

function i18nextSnippet({ cdnUrl, cdn, sourceLocaleCode }: Project, namespaces: readonly string[]): string {
  // Files in the format of i18next need nothing more; texts of ICU need who reads them.
  const isIcu = cdn.format !== 'i18next-v4'
  const [standard = 'default'] = namespaces
  const path =
    namespaces.length > 1
      ? `(languages, [ns]) => \`${cdnUrl}/\${ns === ${quoted(standard)} ? '' : '{{ns}}/'}{{lng}}.json\``
      : `'${cdnUrl}/{{lng}}.json'`
  return [
    `import i18next from 'i18next'`,
    `import Backend from 'i18next-http-backend'`,
    ...(isIcu ? [`import ICU from 'i18next-icu'`] : []),
    '',
    `await i18next${isIcu ? '.use(ICU)' : ''}.use(Backend).init({`,
    `  fallbackLng: ${quoted(sourceLocaleCode)},`,
    `  ns: [${namespaces.map(quoted).join(', ')}],`,
    `  defaultNS: ${quoted(standard)},`,
    ...(cdn.structure === 'flat' ? ['  keySeparator: false,'] : []),
    `  backend: { loadPath: ${path} },`,
    '})',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
