// The English texts of all views but the one to play in.

import { english } from "./words";
import more from "./words/en.json?more";

Object.assign(english, more);
