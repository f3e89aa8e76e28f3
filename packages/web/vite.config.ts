import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * sonner inserts its styles with a script, which the content security policy forbids. `src/styles.css` imports its style
 * sheet instead.
 */
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs(?:\?|$)/.test(id)) return undefined
      const fixed = code.replace(/^__insertCSS\(.*\);?$/m, '')
      if (fixed === code)
        this.error(
          'sonner no longer calls __insertCSS at the top level. Check how it inserts its styles now.',
        )
      return { code: fixed, map: null }
    },
  }
}

/**
 * No page needs zod's JSON Schema generator, which only the OpenAPI document uses. Replacing its functions with empty ones
 * saves 4 KB per page.
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

/** People never see zod's own messages: forms have their own sentences (`src/api/problems.ts`). */
function zodWithoutMessages(): Plugin {
  return {
    name: 'zod-without-messages',
    transform(_, id) {
      if (!/\/zod\/v4\/locales\/en\.js(?:\?|$)/.test(id)) return undefined
      return { code: 'export default () => ({ localeError: () => undefined })', map: null }
    },
  }
}

/** Only the OpenAPI document needs summaries and descriptions. Removing them saves 1.4 KB per page. */
function contractWithoutDescriptions(): Plugin {
  const text = /\b(summary|description):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g
  return {
    name: 'contract-without-descriptions',
    enforce: 'pre', // Before other plugins change the source.
    transform(code, id) {
      if (!/\/packages\/contract\/src\//.test(id)) return undefined
      return { code: code.replace(text, "$1: ''"), map: null }
    },
  }
}

/** For `npm run dev -w @cairn/web`: the API of a service that runs separately. */
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
      // Radix locks scrolling with a style element, which the content security policy forbids.
      'react-remove-scroll': fileURLToPath(new URL('src/ui/dialogs/remove-scroll.tsx', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    // The first versions with `light-dark()`. The fallback for older ones would ignore our theme setting.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0, // The content security policy does not allow `data:`.
    modulePreload: { polyfill: false },
    manifest: true, // Read by build/weight.ts.
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': devService, '/health': devService, '/openapi.json': devService } },
})
