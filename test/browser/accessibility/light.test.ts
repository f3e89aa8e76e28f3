import { testAccessibility } from '../support/accessibility.ts'
import { laptop } from '../support/world.ts'

testAccessibility('light', laptop)
