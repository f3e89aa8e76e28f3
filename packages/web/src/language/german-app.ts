/** What somebody reads who is signed in. `vite.config.ts` puts it into one file. */
import { addTranslation, type Texts } from './catalog.ts'

const texts = import.meta.glob<Texts>(
  ['../**/texts.de.ts', '!../{accounts,app,data,docs,presentation,programs,ui}/**'],
  { eager: true, import: 'german' },
)
addTranslation((name) => texts[`../${name}/texts.de.ts`])
