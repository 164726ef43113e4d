// What the page has for teachers, on one page.

import { t } from "../language";
import { addView } from "../view";
import { byId } from "../dom";
import html from "./teachers.html";

addView({ name: "teachers", html, find: () => null, show: () => {} });

byId("teachers-embed").href = `embed.html#${t.language}`;
