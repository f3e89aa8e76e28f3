import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * sonner puts its styles into the page with a script, which `style-src 'self'` forbids. Its package also has
 * them as a file, which `src/styles.css` imports.
 */
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs(?:\?|$)/.test(id)) return undefined
      const mended = code.replace(/^__insertCSS\(.*\);?$/m, '')
      if (mended === code) this.error('sonner no longer inserts its styles where it did: look again.')
      return { code: mended, map: null }
    },
  }
}

/**
 * zod carries the means to turn schemas into JSON Schema, which the OpenAPI document is made with and no page needs:
 * 4 KB of every page. They are replaced by functions of the same names that do nothing.
 */
function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js(?:\?|$)/.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return {
        code: names.map((name) => `export const ${name} = () => () => undefined`).join('\n'),
        map: null,
      }
    },
  }
}

/** zod's own English messages, which no person sees: forms have sentences of their own (`src/api/problems.ts`). */
function zodWithoutMessages(): Plugin {
  return {
    name: 'zod-without-messages',
    transform(_, id) {
      if (!/\/zod\/v4\/locales\/en\.js(?:\?|$)/.test(id)) return undefined
      return { code: 'export default () => ({ localeError: () => undefined })', map: null }
    },
  }
}

/**
 * Summaries and descriptions of operations and schemas are for the OpenAPI document; without them every page is 1.4 KB
 * lighter.
 */
function contractWithoutDescriptions(): Plugin {
  const text = /\b(summary|description):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g
  return {
    name: 'contract-without-descriptions',
    enforce: 'pre', // While the source still looks as it was written.
    transform(code, id) {
      if (!/\/packages\/contract\/src\//.test(id)) return undefined
      return { code: code.replace(text, "$1: ''"), map: null }
    },
  }
}

/** For `npm run dev -w @cairn/web`: the API of a service that runs on the side. */
const devService = 'http://localhost:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyleElement(),
    zodWithoutJsonSchema(),
    zodWithoutMessages(),
    contractWithoutDescriptions(),
  ],
  resolve: {
    alias: {
      // Radix locks scrolling with a style element made by script, which the content security policy forbids.
      'react-remove-scroll': fileURLToPath(new URL('src/ui/dialogs/remove-scroll.tsx', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    // The first that know `light-dark()`; what it would be turned into for older ones does not follow our switch.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0, // Everything is a file of our own origin: no `data:` in the policy.
    modulePreload: { polyfill: false },
    manifest: true, // Read by build/weight.ts.
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': devService, '/health': devService, '/openapi.json': devService } },
})
