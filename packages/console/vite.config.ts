import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textsInParts } from './texts-in-parts.ts'

const service = process.env['PARLANCE_URL'] ?? 'http://127.0.0.1:4400'

export default defineConfig({
  plugins: [react(), textsInParts(import.meta.dirname)],
  build: {
    target: 'es2023',
    // Nothing is asked of other addresses, and the policy of the page forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Thirty small files, which compress badly, were 21 KB; one is 13.
    cssCodeSplit: false,
    // What is allowed is said in kilobytes of gzip by the benchmark of the console.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // They say nothing about themselves, and what nobody calls of them is left out only if they are said to do nothing.
      treeshake: { moduleSideEffects: (id) => !/node_modules\/(@lezer|@formatjs|style-mod|w3c-keyname)\//.test(id) },
      output: {
        assetFileNames: 'assets/[name]-[hash][extname]',
        // What every page begins with comes in one piece: thirty small ones would wait for each other.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  // `npm run dev` shows changes at once, with the service beside it.
  server: { proxy: { '/v1': service, '/cdn': service } },
})
