import { testAccessibility } from '../support/accessibility.ts'
import { phone } from '../support/world.ts'

testAccessibility('dark', phone)
