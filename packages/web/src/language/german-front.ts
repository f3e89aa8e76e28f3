/** What somebody reads before signing in, and what every page needs. `vite.config.ts` puts it into one file. */
import { addTranslation, type Texts } from './catalog.ts'

const texts = import.meta.glob<Texts>(
  [
    '../{api,app,docs,invitations,password,programs,session,sign-in,time,ui,unsubscribe,verify-email}/**/texts.de.ts',
  ],
  { eager: true, import: 'german' },
)
addTranslation((name) => texts[`../${name}/texts.de.ts`])
