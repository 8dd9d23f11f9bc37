import { readFile } from 'node:fs/promises'

/** Addresses of the console's own table of routes, of all that show something. */
export async function routesOfConsole(): Promise<string[]> {
  const source = await readFile(new URL('../src/routes.tsx', import.meta.url), 'utf8')
  const above = new Map([['root', '']])
  return [...source.matchAll(/(?:const (\w+) = )?createRoute\(\{(.*?)(?=(?:const \w+ = )?createRoute\(|$)/gs)].flatMap(
    ([, name, route = '']) => {
      const [, parent = ''] = /getParentRoute: \(\) => (\w+)/.exec(route) ?? []
      const [, path = ''] = /path: '([^']+)'/.exec(route) ?? []
      const address = (above.get(parent) ?? '') + path
      if (name) above.set(name, address)
      return !name && /\bcomponent:/.test(route) ? [address.replace(/(?<=.)\/$/, '')] : []
    },
  )
}
