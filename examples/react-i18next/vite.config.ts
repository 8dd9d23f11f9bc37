import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
// Elsewhere: '@parlance/i18next/dev'.
import { devMiddleware } from '../../packages/i18next/src/dev/index.ts'

const { PARLANCE_URL: baseUrl = 'http://localhost:4400', PARLANCE_API_KEY: apiKey = '' } = process.env

/** The key stays in this process: pages ask here. */
const companion: Plugin = {
  name: 'parlance',
  apply: 'serve',
  configureServer: ({ middlewares }) => void middlewares.use(devMiddleware({ baseUrl, apiKey })),
}

export default defineConfig({
  plugins: [react(), companion],
  // Elsewhere the package is installed; here it is next door.
  resolve: { alias: { '@parlance/i18next': new URL('../../packages/i18next/src/index.ts', import.meta.url).pathname } },
})
