/** German texts of pages before signing in, and of every page. `vite.config.ts` puts them into one file. */
import { addTranslation, type Texts } from './catalog.ts'

const texts = import.meta.glob<Texts>(
  ['../{accounts,app,data,docs,presentation,programs,ui}/**/texts.de.ts'],
  { eager: true, import: 'german' },
)
addTranslation((name) => texts[`../${name}/texts.de.ts`])
