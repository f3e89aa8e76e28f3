/** German texts of pages behind the sign-in. `vite.config.ts` puts them into one file. */
import { addTranslation, type Texts } from './catalog.ts'

const texts = import.meta.glob<Texts>(
  ['../**/texts.de.ts', '!../{accounts,app,data,docs,presentation,programs,ui}/**'],
  { eager: true, import: 'german' },
)
addTranslation((name) => texts[`../${name}/texts.de.ts`])
