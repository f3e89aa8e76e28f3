/** What somebody reads before signing in, and what every page needs. `vite.config.ts` puts it into one file. */
import { addTranslation, type Texts } from './catalog.ts'

const texts = import.meta.glob<Texts>(
  ['../{accounts,app,data,docs,presentation,programs,ui}/**/texts.de.ts'],
  { eager: true, import: 'german' },
)
addTranslation((name) => texts[`../${name}/texts.de.ts`])
