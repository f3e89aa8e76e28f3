/** What somebody reads who is signed in. `vite.config.ts` puts it into one file. */
import { addTranslation, type Texts } from './catalog.ts'

const texts = import.meta.glob<Texts>(
  [
    '../**/texts.de.ts',
    '!../{api,app,docs,invitations,password,programs,session,sign-in,time,ui,unsubscribe,verify-email}/**',
  ],
  { eager: true, import: 'german' },
)
addTranslation((name) => texts[`../${name}/texts.de.ts`])
